import { MessageSquareText } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Sent } from '@/api/generated'
import type { ApiProblem } from '@/api/problem'
import { useProblemText } from '@/app/query-error'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { clockTime, useSecondsLeft } from '@/ui/countdown'
import { TextField } from '@/ui/field'
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
        <TextField
          label={t('code.number')}
          hint={t('code.numberHint')}
          error={code.problem && refusal(code.problem, 'mobileNumber')}
          value={code.number}
          onChange={(event) => code.setNumber(event.target.value)}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          maxLength={24}
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
      <div ref={top} role="status" className="flex scroll-mt-36 items-start gap-3 rounded-panel border border-line bg-panel p-4">
        <MessageSquareText className="mt-0.5 size-5 flex-none text-lime" aria-hidden="true" />
        <p>
          {t('code.sentTo')} <span className="num whitespace-nowrap">{shownNumber(pending.number)}</span>
          <span className="block text-sm text-mute">
            {t('code.ref')} <span className="num text-text">{pending.sent.refCode}</span>
          </span>
        </p>
      </div>
      <TextField
        className="[&_input]:font-num [&_input]:text-center [&_input]:text-2xl [&_input]:tracking-[0.4em] [&_input]:tabular-nums"
        label={t('code.code')}
        error={code.problem && refusal(code.problem, 'code')}
        value={code.code}
        onChange={(event) => code.type(event.target.value)}
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        // The code is all that is asked for here.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
      />
      <Button type="submit" look="primary" wide busy={code.busy === 'confirming'} disabled={code.code.length < 6 && !code.busy}>
        {t('code.confirm')}
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <Button look="ghost" size="sm" onClick={code.change}>
          {t('code.change')}
        </Button>
        <Button look="ghost" size="sm" disabled={wait !== 0} busy={code.busy === 'sending'} onClick={() => void code.ask()}>
          {wait === 0 || wait === undefined ? t('code.resend') : t('code.resendIn', { time: clockTime(wait) })}
        </Button>
      </div>
    </form>
  )
}

/** What was refused, in the words for the field when there are some. */
function useRefusal(): (problem: ApiProblem, field: string) => string {
  const say = useProblemText()
  return (problem, field) => {
    const fields = problem.body.fieldMessages as Record<string, string> | undefined
    return fields?.[field] ?? say(problem)
  }
}
