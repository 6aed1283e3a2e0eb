import { type ReactNode, useEffect, useRef, useState } from 'react'
import { accountLoginPassword, type AuthSession } from '@/api/generated'
import { type ApiProblem, answerOf, problemOf } from '@/api/problem'
import { requestSession } from '@/features/account/sign-in'
import { CodeField, ResendButton, useRefusal } from '@/features/mobile/code-parts'
import { useDigits } from '@/features/mobile/use-code'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { useSecondsLeft } from '@/ui/countdown'
import { Notice } from '@/ui/feedback'
import { TextField } from '@/ui/field'
import { PasswordField } from '@/ui/password-field'

/** After several wrong passwords a code is needed too; only the owner learns whether one was sent. */
interface CodeRequest {
  reference: string
  refCode: string
  resendIn: number
  /** Unix ms */
  at: number
}

interface PasswordSignInProps {
  onDone: (session: AuthSession) => Promise<void>
  /** Content around the fields, hidden while a code is awaited. */
  before: ReactNode
  after: ReactNode
}

/** Signs in by a number or e-mail, the account's password, and a code after many wrong tries. */
export function PasswordSignIn({ onDone, before, after }: PasswordSignInProps) {
  const t = useTexts('account')
  const mobile = useTexts('mobile')
  const form = useTexts('form')
  const refusal = useRefusal()
  const [login, setLogin] = useState('')
  const [password, setPassword] = useState('')
  const [asked, setAsked] = useState<CodeRequest>()
  const [problem, setProblem] = useState<ApiProblem>()
  const [busy, setBusy] = useState<'signing' | 'asking'>()
  const [tried, setTried] = useState(false)
  const loginField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const working = useRef(false)
  const { code, clear, type } = useDigits()
  const wait = useSecondsLeft(asked && asked.at + asked.resendIn * 1000, Date.now)

  const shown = useRef<HTMLDivElement>(null)
  // The button that led here was further down: the new text must not stay under the header.
  useEffect(() => {
    if (asked?.reference) void shown.current?.scrollIntoView({ block: 'nearest' })
  }, [asked?.reference])

  async function signIn(digits?: string, typed = { login, password }) {
    if (working.current) return
    working.current = true
    setBusy(digits === undefined && asked ? 'asking' : 'signing')
    setProblem(undefined)
    const code = digits !== undefined && asked ? { reference: asked.reference, code: digits } : {}
    try {
      await onDone(await requestSession(() => answerOf(accountLoginPassword({ body: { ...typed, ...code } }))))
    } catch (cause) {
      const refused = problemOf(cause)
      clear()
      if (refused.code === 'password_code_required') setAsked({ ...(refused.body as unknown as CodeRequest), at: Date.now() })
      else {
        setProblem(refused)
        // The password has changed since the code was requested.
        if (refused.code === 'password_wrong') setAsked(undefined)
      }
    } finally {
      working.current = false
      setBusy(undefined)
    }
  }

  /** The fields' current values count: a browser may have filled them before the page was interactive. */
  function submit() {
    const typed = { login: loginField.current?.value ?? login, password: passwordField.current?.value ?? password }
    setLogin(typed.login)
    setPassword(typed.password)
    const missing = typed.login === '' ? loginField : typed.password === '' ? passwordField : undefined
    setTried(missing !== undefined)
    if (missing) missing.current?.focus()
    else void signIn(undefined, typed)
  }

  if (asked) {
    return (
      <form
        noValidate
        className="flex w-full flex-col gap-5 text-left"
        onSubmit={(event) => {
          event.preventDefault()
          void signIn(code)
        }}
      >
        <div ref={shown} className="scroll-mt-36">
          <Notice tone="warn">
            {t('password.codeText')}
            <span className="block text-sm text-mute">
              {mobile('code.ref')} <span className="num text-text">{asked.refCode}</span>
            </span>
          </Notice>
        </div>
        <CodeField
          label={t('password.code')}
          code={code}
          onType={(text) => {
            const whole = type(text)
            if (whole) void signIn(whole)
          }}
          error={problem && refusal(problem, 'code')}
        />
        <Button type="submit" look="primary" wide busy={busy === 'signing'} disabled={code.length < 6 && !busy}>
          {mobile('code.confirm')}
        </Button>
        <div className="flex flex-wrap justify-between gap-2">
          <Button
            look="ghost"
            size="sm"
            onClick={() => {
              setAsked(undefined)
              setProblem(undefined)
              clear()
            }}
          >
            {t('password.back')}
          </Button>
          <ResendButton wait={wait} busy={busy === 'asking'} onResend={() => void signIn()} />
        </div>
      </form>
    )
  }
  const required = (value: string) => (tried && value === '' ? form('codes.field_required') : undefined)
  const fields = problem?.body.fieldMessages as Record<string, string> | undefined
  return (
    <>
      {before}
      <form
        noValidate
        className="flex w-full flex-col gap-4 text-left"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {problem && !fields?.login && <Notice tone="error">{refusal(problem, 'login')}</Notice>}
        <TextField
          label={t('password.login')}
          ref={loginField}
          error={required(login) ?? fields?.login}
          value={login}
          onChange={(event) => setLogin(event.target.value)}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
        />
        <PasswordField
          label={t('password.password')}
          ref={passwordField}
          error={required(password)}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          autoComplete="current-password"
        />
        <Button type="submit" wide busy={busy === 'signing'}>
          {t('password.go')}
        </Button>
      </form>
      {after}
    </>
  )
}
