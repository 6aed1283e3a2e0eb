import { useState } from 'react'
import { subscriptionsConfirmConsent, subscriptionsSendConsentCode } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { unmasked } from './number'
import { CodeStep } from '@/features/mobile/code-form'
import { NumberField, useRefusal } from '@/features/mobile/code-parts'
import { useCode } from '@/features/mobile/use-code'
import { useTexts } from '@/i18n'
import { maskMsisdn, parseMsisdn } from '@/rules/msisdn'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/feedback'

interface ConsentDialogProps {
  /** The package that the text names */
  productId: number
  /** The number, if the page knows it; otherwise this tab may still know it by its mask. */
  number?: string
  masked: string
  onClose: () => void
  onGiven: () => void
}

/** Asks the owner of a number to agree: a code is texted to the number, and the owner tells it to the buyer. */
export default function ConsentDialog({ productId, number, masked, onClose, onGiven }: ConsentDialogProps) {
  const t = useTexts('numbers')
  const refusal = useRefusal()
  const me = useSession((session) => session.me?.id)
  const [known] = useState(() => number ?? unmasked(masked))
  const [wrong, setWrong] = useState(false)
  const code = useCode({
    name: `consent.${me}.${masked}`,
    send: async (mobileNumber) => {
      try {
        return await answerOf(subscriptionsSendConsentCode({ body: { mobileNumber, productId } }))
      } catch (cause) {
        // Its owner has agreed meanwhile.
        if (problemOf(cause).code === 'number_consent_needless') onGiven()
        throw cause
      }
    },
    confirm: (reference, digits) => answerOf(subscriptionsConfirmConsent({ body: { reference, code: digits } })),
    onDone: onGiven,
    initial: known,
    others: true,
  })
  const send = () => {
    // A consent for another number would not serve this order.
    const typed = parseMsisdn(code.to)
    const matches = typed !== undefined && maskMsisdn(typed) === masked
    setWrong(!matches)
    if (matches) void code.ask()
  }
  const problem = code.problem && refusal(code.problem, 'mobileNumber')
  return (
    <Dialog open onClose={onClose} title={t('consent.title')}>
      <div className="flex flex-col gap-5 p-0.5">
        {code.pending ? (
          <>
            <p className="text-mute">{t('consent.enter')}</p>
            <CodeStep code={code} pending={code.pending} to={masked} label={t('consent.code')} back={t('consent.back')} />
          </>
        ) : (
          <form
            noValidate
            className="flex flex-col gap-5"
            onSubmit={(event) => {
              event.preventDefault()
              send()
            }}
          >
            <p>{t('consent.text', { number: masked })}</p>
            <p className="text-sm text-mute">{t('consent.lasts')}</p>
            {known === undefined ? (
              <NumberField
                label={t('consent.whole', { number: masked })}
                hint={t('consent.wholeHint')}
                value={code.to}
                onType={(typed) => {
                  setWrong(false)
                  code.setTo(typed)
                }}
                error={wrong ? t('consent.wrong', { number: masked }) : problem}
              />
            ) : (
              problem && <Notice tone="error">{problem}</Notice>
            )}
            <Button type="submit" look="primary" wide busy={code.busy === 'sending'}>
              {t('consent.send', { number: masked })}
            </Button>
          </form>
        )}
      </div>
    </Dialog>
  )
}
