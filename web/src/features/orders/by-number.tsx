import { useMutation } from '@tanstack/react-query'
import { purchaseConfirmOrder, type Order } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useHead } from '@/ui/head'
import { useProblemText } from '@/ui/query-error'
import { CodeField, CodeSent, ResendButton, useRefusal } from '@/features/mobile/code-parts'
import { useDigits } from '@/features/mobile/use-code'
import { useTexts } from '@/i18n'
import { serverNow } from '@/live'
import { Button } from '@/ui/button'
import { useSecondsLeft } from '@/ui/countdown'
import { Notice } from '@/ui/feedback'
import { ChangeChannel } from './change-channel'
import { channelRefusal } from './channel'
import { rereadOrder, showOrder } from './order'
import { AwaitedOrder, useNewCode, Waiting } from './waiting'

/** A newer code ends the older one, which may still be on its way: it gets a moment. */
const MOMENT_MS = 10_000

/** The number is known and a code was sent to it: entering the code makes the payment. */
export function ByNumberPage({ number }: { number: string }) {
  const t = useTexts('orders')
  useHead({ title: t('byNumber.title') })
  return <AwaitedOrder number={number} flow="otp" page={Confirmed} />
}

function Confirmed({ order }: { order: Order }) {
  const { mobileNumber, otpReference, reference } = order.payment ?? {}
  return (
    <Waiting
      order={order}
      flow="otp"
      shown={<CodeSent to={mobileNumber} refCode={otpReference} />}
      // The typed and refused digits belong to one code.
      tools={<Confirm key={reference} order={order} />}
    />
  )
}

export function Confirm({ order }: { order: Order }) {
  const t = useTexts('orders')
  const mobile = useTexts('mobile')
  const refusal = useRefusal()
  const problemText = useProblemText()
  const again = useNewCode(order)
  const sentAt = Date.parse(order.payment?.createdAt ?? order.createdAt)
  const moment = useSecondsLeft(sentAt + MOMENT_MS, serverNow)
  const { code, clear, type } = useDigits()
  const confirming = useMutation({
    mutationFn: (digits: string) => answerOf(purchaseConfirmOrder({ body: { number: order.number, code: digits } })),
    onSuccess: showOrder,
    onError: (cause) => {
      const { status } = problemOf(cause)
      // If the operator is unavailable, the code was not judged: it may be sent again as it is.
      if (status !== 0 && status < 500) clear()
      // Perhaps the order was paid, cancelled or given a new code elsewhere, or the money could not be taken.
      if (status === 409 || status === 410) void rereadOrder(order.number)
    },
  })
  // If the answer came before the event of the payment, the page waits for it here.
  const busy = confirming.isPending || confirming.isSuccess
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy && code.length === 6) confirming.mutate(code)
      }}
    >
      <CodeField
        code={code}
        onType={(text) => {
          // The code must not change while it is being checked.
          const whole = busy ? undefined : type(text)
          if (whole) confirming.mutate(whole)
        }}
        error={confirming.error && refusal(problemOf(confirming.error), 'code')}
      />
      <Button type="submit" look="primary" wide busy={busy} disabled={code.length < 6 && !busy}>
        {busy ? t('byNumber.confirming') : mobile('code.confirm')}
      </Button>
      <p className="sr-only" role="status">
        {busy ? t('byNumber.confirming') : ''}
      </p>
      <div className="flex flex-col items-center gap-1 text-center">
        <ResendButton wait={moment === undefined ? undefined : Math.max(moment, again.wait)} busy={again.busy} onResend={again.ask} />
        <ChangeChannel order={order}>
          {(open) => (
            <Button look="ghost" size="sm" className="text-lime underline" onClick={open}>
              {t('byNumber.wrongNumber')} {t('change.number')}
            </Button>
          )}
        </ChangeChannel>
      </div>
      {again.problem && <Notice tone="error">{channelRefusal(again.problem) ?? problemText(again.problem)}</Notice>}
    </form>
  )
}
