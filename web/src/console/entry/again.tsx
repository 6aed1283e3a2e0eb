import { useTexts } from '@/i18n'
import { Dialog } from '@/ui/dialog'
import { settleFactor, useFactorAsked } from './fresh-factor'
import { Prove } from './prove'
import { takeEntry, useEntry } from './use-entry'

/** Asks for a second factor once more while a call waits for a fresh one. */
export function ConfirmAgain() {
  const t = useTexts('console')
  const { data: entry } = useEntry()
  const { asked } = useFactorAsked()
  if (!entry || !asked) return null
  return (
    <Dialog open onClose={() => settleFactor(false)} title={t('again.heading')}>
      <div className="flex flex-col gap-5">
        <p className="text-mute">{t('again.text')}</p>
        <Prove
          factors={entry.factors}
          action={t('setUp.confirm')}
          onProved={(next) => {
            takeEntry(next)
            settleFactor(true)
          }}
        />
      </div>
    </Dialog>
  )
}
