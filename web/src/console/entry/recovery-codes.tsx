import { useTexts } from '@/i18n'
import { Button, buttonClass } from '@/ui/button'
import { toast } from '@/ui/toast'

/** New recovery codes, shown this once. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const t = useTexts('console')
  const text = `${codes.join('\n')}\n`
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    void toast(t('recovery.copied'))
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="text-mute">{t('recovery.text')}</p>
      <ol
        className="num grid grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] gap-x-6 gap-y-1 rounded-panel border border-line bg-ground p-4"
        lang="en"
      >
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        <Button size="sm" onClick={() => void copy()}>
          {t('recovery.copy')}
        </Button>
        <a
          className={buttonClass('plain', 'sm')}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="manao-recovery-codes.txt"
        >
          {t('recovery.save')}
        </a>
        <Button size="sm" look="primary" onClick={onKept}>
          {t('recovery.kept')}
        </Button>
      </div>
    </div>
  )
}
