import { useState } from 'react'
import { consoleRemoveTotp } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { SetUpTotp } from '../entry/set-up'
import { Section } from './section'
import { type ChangeProps, isLast, useChange } from './use-change'

/** The user's authenticator app: set it up, move it to another phone, stop using it. */
export function App({ factors, onChange }: ChangeProps) {
  const t = useTexts('console')
  const [setsUp, setSetsUp] = useState(false)
  const removal = useChange(onChange)
  const last = isLast(factors)
  const { totp } = factors
  const remove = () =>
    removal.ask({
      title: t('factors.removeTotpTitle'),
      message: t('factors.removeTotpText'),
      action: t('factors.remove'),
      done: t('factors.removed'),
      call: () => answerOf(consoleRemoveTotp()),
    })
  return (
    <Section
      heading={t('factors.totp')}
      state={t(totp ? 'factors.totpOn' : 'factors.totpOff')}
      error={removal.error}
      actions={
        <>
          <Button size="sm" onClick={() => setSetsUp(true)}>
            {t(totp ? 'factors.replaceTotp' : 'factors.setUpTotp')}
          </Button>
          {totp && (
            <Button
              size="sm"
              look="ghost"
              disabled={last}
              busy={removal.isPending}
              aria-label={`${t('factors.remove')} ${t('factors.totp')}`}
              onClick={remove}
            >
              {t('factors.remove')}
            </Button>
          )}
        </>
      }
    >
      {last && totp && <p className="text-mute">{t('factors.last')}</p>}
      {setsUp && (
        <Dialog open onClose={() => setSetsUp(false)} title={t('factors.setUpTotpTitle')}>
          <SetUpTotp
            onDone={(entry) => {
              setSetsUp(false)
              onChange(entry)
            }}
          />
        </Dialog>
      )}
    </Section>
  )
}
