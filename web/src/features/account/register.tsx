import { useState } from 'react'
import { accountRegisterAis, type AuthSession } from '@/api/generated'
import { mobileRegistrationLimits } from '@/api/limits.gen'
import { type ApiProblem, answerOf, problemOf } from '@/api/problem'
import { language, useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { TextField } from '@/ui/field'
import { ProblemNotice } from '@/ui/problem-notice'
import { requestSession } from './sign-in'

interface RegisterProps {
  otpToken: string
  onDone: (session: AuthSession) => Promise<void>
  onStartAgain: () => void
}

/** Registers an account with a confirmed number that has none yet. */
export function Register({ otpToken, onDone, onStartAgain }: RegisterProps) {
  const t = useTexts('mobile')
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ApiProblem>()
  const ofName = (problem?.body.fieldMessages as Record<string, string> | undefined)?.displayName
  async function register() {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      const displayName = name.trim()
      const body = { otpToken, language: language(), ...(displayName && { displayName }) }
      await onDone(await requestSession(() => answerOf(accountRegisterAis({ body }))))
    } catch (cause) {
      setProblem(problemOf(cause))
      setBusy(false)
    }
  }
  return (
    <>
      <h1 className="text-2xl">{t('login.newHeading')}</h1>
      <p role="status" className="text-mute">
        {t('login.newText')}
      </p>
      <form
        noValidate
        className="flex w-full flex-col gap-5 text-left"
        onSubmit={(event) => {
          event.preventDefault()
          void register()
        }}
      >
        {problem && !ofName && <ProblemNotice error={problem} />}
        <TextField
          label={t('login.displayName')}
          hint={t('login.displayNameHint')}
          error={ofName}
          value={name}
          onChange={(event) => setName(event.target.value)}
          autoComplete="nickname"
          maxLength={mobileRegistrationLimits.displayName}
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
        />
        <Button type="submit" look="primary" wide busy={busy}>
          {t('login.create')}
        </Button>
        <Button look="ghost" size="sm" onClick={onStartAgain}>
          {t('login.otherNumber')}
        </Button>
      </form>
    </>
  )
}
