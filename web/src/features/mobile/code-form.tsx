import { Mail } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { OtpSent } from '@/api/generated'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { useSecondsLeft } from '@/ui/countdown'
import { AddressField, CodeField, CodeSent, NumberField, ResendButton, useRefusal } from './code-parts'
import { type Pending, shownNumber, useCode } from './use-code'

interface CodeFormProps<T> {
  name: string
  send: (to: string) => Promise<OtpSent>
  confirm: (reference: string, code: string) => Promise<T>
  onDone: (result: T) => void | Promise<void>
  /** Asks for a mobile number, unless it is an e-mail address. */
  by?: 'number' | 'email'
  /** The field's initial value. */
  initial?: string | undefined
  /** Content around the number, hidden while the code is awaited. */
  before?: ReactNode
  after?: ReactNode
  /** Look of the button under the number: the main action of its screen or not. */
  look?: 'primary' | 'plain'
  /** The page's only purpose: the number's field takes the focus. */
  focused?: boolean
}

/** Asks for a mobile number or an e-mail address, sends a code to it, and asks for the code. */
export function CodeForm<T>({ before, after, look = 'primary', focused = false, ...flow }: CodeFormProps<T>) {
  const t = useTexts('mobile')
  const code = useCode(flow)
  const refusal = useRefusal()
  const { by = 'number' } = flow
  if (code.pending) return <CodeStep code={code} pending={code.pending} by={by} />
  const field = {
    value: code.to,
    onType: code.setTo,
    error: code.problem && refusal(code.problem, by === 'email' ? 'email' : 'mobileNumber'),
    autoFocus: focused,
  }
  return (
    <>
      {before}
      <form
        noValidate
        className="flex w-full flex-col gap-4 text-left"
        onSubmit={(event) => {
          event.preventDefault()
          void code.ask()
        }}
      >
        {by === 'email' ? (
          <AddressField {...field} label={t('code.email')} />
        ) : (
          <NumberField {...field} label={t('code.number')} hint={t('code.numberHint')} />
        )}
        <Button type="submit" look={look} wide busy={code.busy === 'sending'}>
          {t('code.send')}
        </Button>
      </form>
      {after}
    </>
  )
}

interface CodeStepProps<T> {
  code: ReturnType<typeof useCode<T>>
  pending: Pending
  by?: 'number' | 'email'
  /** The number as it is shown, if not as it was typed. */
  to?: string
  /** Label of the field; the code of a text or a mail by default. */
  label?: string
  /** Label of the way back; by default it changes the number or the address. */
  back?: string
}

/** Asks for the code that was sent. */
export function CodeStep<T>({ code, pending, by = 'number', to, label, back }: CodeStepProps<T>) {
  const t = useTexts('mobile')
  const refusal = useRefusal()
  const top = useRef<HTMLDivElement>(null)
  // On a phone the button that led here was further down: the new text must not stay under the header.
  useEffect(() => {
    // Some browsers return a promise, which is not a clean-up.
    void top.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const wait = useSecondsLeft(pending.at + pending.sent.resendIn * 1000, Date.now)
  return (
    <form
      noValidate
      className="flex w-full flex-col gap-5 text-left"
      onSubmit={(event) => {
        event.preventDefault()
        code.confirm()
      }}
    >
      <div ref={top} role="status" className="scroll-mt-36">
        {by === 'email' ? (
          <CodeSent label={t('code.mailedTo')} to={pending.to} refCode={pending.sent.refCode} icon={Mail} />
        ) : (
          <CodeSent to={to ?? shownNumber(pending.to)} refCode={pending.sent.refCode} />
        )}
      </div>
      <CodeField
        label={label ?? t(by === 'email' ? 'code.mailCode' : 'code.code')}
        code={code.code}
        onType={code.type}
        error={code.problem && refusal(code.problem, 'code')}
      />
      <Button type="submit" look="primary" wide busy={code.busy === 'confirming'} disabled={code.code.length < 6 && !code.busy}>
        {t('code.confirm')}
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <Button look="ghost" size="sm" onClick={code.change}>
          {back ?? t(by === 'email' ? 'code.changeEmail' : 'code.change')}
        </Button>
        <ResendButton wait={wait} busy={code.busy === 'sending'} onResend={() => void code.ask()} />
      </div>
    </form>
  )
}
