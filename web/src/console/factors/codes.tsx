import { consoleNewRecoveryCodes } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Section } from './section'
import { type ChangeProps, useChange } from './use-change'

/** So few that the user should make new ones. */
const FEW = 3

/** The user's recovery codes: how many are left, and new ones. */
export function Codes({ factors: { recoveryCodes: count }, onChange }: ChangeProps) {
  const t = useTexts('console')
  const renewal = useChange(onChange)
  const renew = () =>
    renewal.ask({
      title: t('factors.renewTitle'),
      message: t('factors.renewText'),
      action: t('factors.renew'),
      call: () => answerOf(consoleNewRecoveryCodes()),
    })
  return (
    <Section
      heading={t('factors.recovery')}
      state={t('factors.recoveryLeft', { count })}
      error={renewal.error}
      actions={
        <Button size="sm" busy={renewal.isPending} onClick={renew}>
          {t('factors.renew')}
        </Button>
      }
    >
      {count < FEW && <p className="text-amber">{t('factors.codesLow')}</p>}
    </Section>
  )
}
