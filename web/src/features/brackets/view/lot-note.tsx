import { Copy } from 'lucide-react'
import { useEntrantTexts } from '@/i18n/entrants'
import { toast } from '@/ui/toast'

/** The seed of the lot that broke a tie: anyone can compute the order again. */
export function LotNote({ seed }: { seed: string }) {
  const t = useEntrantTexts('boards')
  const copy = () => navigator.clipboard.writeText(seed).then(() => toast(t('lot.copied'), { tone: 'success' }))
  return (
    <div className="rounded-panel border border-line bg-panel p-4">
      <p className="font-semibold">{t('lot.title')}</p>
      <p className="text-sm text-mute">{t('lot.text')}</p>
      <p className="mt-1 flex flex-wrap items-center gap-x-3">
        <span className="text-sm text-mute">{t('lot.seed')}</span>
        <span className="num">{seed}</span>
        <button
          type="button"
          onClick={() => void copy()}
          aria-label={t('lot.copy')}
          className="grid size-11 place-items-center rounded-control text-mute hover:bg-raise hover:text-text print:hidden"
        >
          <Copy className="size-4" aria-hidden="true" />
        </button>
      </p>
    </div>
  )
}
