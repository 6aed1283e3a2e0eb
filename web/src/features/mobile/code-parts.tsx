import { Link } from '@tanstack/react-router'
import { type LucideIcon, MessageSquareText } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import type { ApiProblem } from '@/api/problem'
import { useProblemText } from '@/ui/query-error'
import { useTexts } from '@/i18n'
import { Button, buttonClass } from '@/ui/button'
import { clockTime } from '@/ui/countdown'
import { TextField } from '@/ui/field'

/** Parts of every page that asks for a number or for the code that was texted to it. */

interface NumberFieldProps extends Pick<ComponentProps<typeof TextField>, 'ref' | 'label' | 'hint' | 'error' | 'autoFocus' | 'readOnly'> {
  value: string
  onType: (text: string) => void
}

export function NumberField({ onType, ...field }: NumberFieldProps) {
  return (
    <TextField
      {...field}
      onChange={(event) => onType(event.target.value)}
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      maxLength={24}
    />
  )
}

export function AddressField({ onType, ...field }: NumberFieldProps) {
  return (
    <TextField
      {...field}
      onChange={(event) => onType(event.target.value)}
      type="email"
      inputMode="email"
      autoComplete="email"
      maxLength={254}
    />
  )
}

interface CodeSentProps {
  /** The text before it; for a text message by default. */
  label?: string
  to: ReactNode
  refCode: ReactNode
  icon?: LucideIcon
}

/** The recipient of the code, and the letters that distinguish it from other texts. */
export function CodeSent({ label, to, refCode, icon: Icon = MessageSquareText }: CodeSentProps) {
  const t = useTexts('mobile')
  return (
    <div className="flex items-start gap-3 rounded-panel border border-line bg-panel p-4 text-left">
      <Icon className="mt-0.5 size-5 flex-none text-lime" aria-hidden="true" />
      <p className="min-w-0">
        {label ?? t('code.sentTo')} <span className="num inline-block max-w-full wrap-anywhere">{to}</span>
        <span className="block text-sm text-mute">
          {t('code.ref')} <span className="num text-text">{refCode}</span>
        </span>
      </p>
    </div>
  )
}

interface CodeFieldProps {
  /** Label of the field; the code of a text message by default. */
  label?: string
  code: string
  onType: (text: string) => void
  error: ReactNode
}

export function CodeField({ label, code, onType, error }: CodeFieldProps) {
  const t = useTexts('mobile')
  return (
    <TextField
      className="[&_input]:font-num [&_input]:text-center [&_input]:text-2xl [&_input]:tracking-[0.4em] [&_input]:tabular-nums"
      label={label ?? t('code.code')}
      error={error}
      value={code}
      onChange={(event) => onType(event.target.value)}
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      // The code is the only input here.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
    />
  )
}

/** Requests another code; counts down until that is allowed. */
export function ResendButton({ wait, busy, onResend }: { wait: number | undefined; busy: boolean; onResend: () => void }) {
  const t = useTexts('mobile')
  return (
    <Button look="ghost" size="sm" disabled={wait !== 0} busy={busy} onClick={onResend}>
      {wait === 0 || wait === undefined ? t('code.resend') : t('code.resendIn', { time: clockTime(wait) })}
    </Button>
  )
}

interface OtherWayProps {
  to: '/account/verify' | '/account/verify-email'
  returnTo: string | undefined
  text: string
}

/** Switches between verifying a number and an address: one of the two is enough to order. */
export function OtherWay({ to, returnTo, text }: OtherWayProps) {
  return (
    <Link to={to} search={returnTo ? { returnTo } : {}} className={buttonClass('ghost', 'sm', true)}>
      {text}
    </Link>
  )
}

/** Returns the text of a refusal, in the field's own words where they exist. */
export function useRefusal(): (problem: ApiProblem, field: string) => string {
  const problemText = useProblemText()
  return (problem, field) => {
    const fields = problem.body.fieldMessages as Record<string, string> | undefined
    return fields?.[field] ?? problemText(problem)
  }
}
