import { type ReactNode, useEffect, useRef } from 'react'
import type { Sent } from '@/api/generated'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { useSecondsLeft } from '@/ui/countdown'
import { CodeField, CodeSent, NumberField, ResendButton, useRefusal } from './code-parts'
import { shownNumber, useCode } from './use-code'

interface CodeFormProps<T> {
  name: string
  send: (mobileNumber: string) => Promise<Sent>
  confirm: (reference: string, code: string) => Promise<T>
  onDone: (result: T) => void | Promise<void>
  /** Stand around the number, and leave while the code is awaited. */
  before?: ReactNode
  after?: ReactNode
  /** How the button under the number looks: the main thing of its screen or not. */
  look?: 'primary' | 'plain'
  /** The page is there for this: the number's field takes the focus. */
  focused?: boolean
}

/** Asks for a mobile number, texts a code to it, and asks for the code. */
export function CodeForm<T>({ before, after, look = 'primary', focused = false, ...flow }: CodeFormProps<T>) {
  const t = useTexts('mobile')
  const code = useCode(flow)
  const refusal = useRefusal()
  if (code.pending) return <CodeStep code={code} pending={code.pending} />
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
        <NumberField
          label={t('code.number')}
          hint={t('code.numberHint')}
          error={code.problem && refusal(code.problem, 'mobileNumber')}
          value={code.number}
          onType={code.setNumber}
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={focused}
        />
        <Button type="submit" look={look} wide busy={code.busy === 'sending'}>
          {t('code.send')}
        </Button>
      </form>
      {after}
    </>
  )
}

function CodeStep<T>({
  code,
  pending,
}: {
  code: ReturnType<typeof useCode<T>>
  pending: NonNullable<ReturnType<typeof useCode<T>>['pending']>
}) {
  const t = useTexts('mobile')
  const refusal = useRefusal()
  const top = useRef<HTMLDivElement>(null)
  // The button that led here stood lower on a phone: what is said now must not stay under the header.
  useEffect(() => {
    // Some browsers answer with a promise, which is no clean-up.
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
        <CodeSent number={shownNumber(pending.number)} refCode={pending.sent.refCode} />
      </div>
      <CodeField code={code.code} onType={code.type} error={code.problem && refusal(code.problem, 'code')} />
      <Button type="submit" look="primary" wide busy={code.busy === 'confirming'} disabled={code.code.length < 6 && !code.busy}>
        {t('code.confirm')}
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <Button look="ghost" size="sm" onClick={code.change}>
          {t('code.change')}
        </Button>
        <ResendButton wait={wait} busy={code.busy === 'sending'} onResend={() => void code.ask()} />
      </div>
    </form>
  )
}
