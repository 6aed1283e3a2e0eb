import { useTexts } from '@/i18n'
import { digitsOf } from '@/features/mobile/use-code'
import { TextField } from '@/ui/field'

const DIGITS = 6

interface CodeFieldProps {
  code: string
  onType: (code: string) => void
  /** Called once all digits are there, so that nobody has to press a button. */
  onFull: (code: string) => void
}

/** The field for a code of an authenticator app. */
export function CodeField({ code, onType, onFull }: CodeFieldProps) {
  const t = useTexts('console')
  return (
    <TextField
      className="[&_input]:font-num [&_input]:text-center [&_input]:text-2xl [&_input]:tracking-[0.4em] [&_input]:tabular-nums"
      label={t('entry.code')}
      hint={t('entry.codeHint')}
      value={code}
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      // The code is the only input here.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      onChange={(event) => {
        const digits = digitsOf(event.target.value)
        onType(digits)
        if (digits.length === DIGITS && digits !== code) onFull(digits)
      }}
    />
  )
}
