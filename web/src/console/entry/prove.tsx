import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import {
  consoleBeginPasskey,
  consoleEnterByPasskey,
  consoleEnterByRecoveryCode,
  consoleEnterByTotp,
  type ConsoleEntry,
  type Factors,
} from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/feedback'
import { TextField } from '@/ui/field'
import { useProblemText } from '@/ui/query-error'
import { hasPasskeys, provePasskey } from './passkeys'

type Way = 'passkey' | 'totp' | 'recovery'

/** The ways in that this person has in this browser, the surest first. */
export function waysIn(factors: Factors, passkeys = hasPasskeys()): Way[] {
  const ways: Way[] = []
  if (factors.passkeys.length > 0 && passkeys) ways.push('passkey')
  if (factors.totp) ways.push('totp')
  if (factors.recoveryCodes > 0) ways.push('recovery')
  return ways
}

/** Asks for one of the person's second factors. */
export function Prove({ factors, onProved }: { factors: Factors; onProved: (entry: ConsoleEntry) => void }) {
  const t = useTexts('console')
  const ways = waysIn(factors)
  const [chosen, setChosen] = useState<Way>()
  const way = chosen ?? ways[0]
  const others = ways.filter((other) => other !== way)
  return (
    <div className="flex flex-col gap-5">
      {way === 'passkey' && <ByPasskey onProved={onProved} />}
      {way === 'totp' && (
        <ByCode key="totp" label={t('entry.code')} hint={t('entry.codeHint')} numeric prove={(code) => answerOf(consoleEnterByTotp({ body: { code } }))} onProved={onProved} />
      )}
      {way === 'recovery' && (
        <ByCode
          key="recovery"
          label={t('entry.recoveryCode')}
          hint={t('entry.recoveryHint')}
          prove={(code) => answerOf(consoleEnterByRecoveryCode({ body: { code } }))}
          onProved={onProved}
        />
      )}
      {others.length > 0 && (
        <div className="flex flex-wrap items-center gap-2 border-t border-line pt-4">
          <span className="text-sm text-mute">{t('entry.other')}</span>
          {others.map((other) => (
            <Button key={other} size="sm" look="ghost" onClick={() => setChosen(other)}>
              {t(`entry.${other}`)}
            </Button>
          ))}
        </div>
      )}
      <p className="text-sm text-mute">{t('entry.lost')}</p>
    </div>
  )
}

function Refused({ error, children }: { error: unknown; children?: ReactNode }) {
  const problemText = useProblemText()
  return <Notice tone="error">{children ?? problemText(problemOf(error))}</Notice>
}

function ByPasskey({ onProved }: { onProved: (entry: ConsoleEntry) => void }) {
  const t = useTexts('console')
  const proving = useMutation({
    mutationFn: async () => {
      const request = await answerOf(consoleBeginPasskey())
      const credential = await provePasskey(request)
      if (!credential) return undefined
      return answerOf(consoleEnterByPasskey({ body: { challengeId: request.challengeId, credential } }))
    },
    onSuccess: (entry) => entry && onProved(entry),
  })
  return (
    <div className="flex flex-col gap-3">
      <Button look="primary" wide busy={proving.isPending} onClick={() => proving.mutate()}>
        {t('entry.passkey')}
      </Button>
      {proving.isSuccess && !proving.data && <Refused error={undefined}>{t('entry.passkeyFailed')}</Refused>}
      {proving.error && <Refused error={proving.error} />}
    </div>
  )
}

interface ByCodeProps {
  label: string
  hint: string
  numeric?: boolean
  prove: (code: string) => Promise<ConsoleEntry>
  onProved: (entry: ConsoleEntry) => void
}

function ByCode({ label, hint, numeric = false, prove, onProved }: ByCodeProps) {
  const t = useTexts('console')
  const [code, setCode] = useState('')
  const proving = useMutation({ mutationFn: prove, onSuccess: onProved, onError: () => setCode('') })
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim() && !proving.isPending) proving.mutate(code)
      }}
    >
      <TextField
        label={label}
        hint={hint}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        inputMode={numeric ? 'numeric' : 'text'}
        autoComplete={numeric ? 'one-time-code' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={numeric ? 7 : 20}
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
      />
      {proving.error && <Refused error={proving.error} />}
      <Button type="submit" look="primary" wide busy={proving.isPending}>
        {t('entry.enter')}
      </Button>
    </form>
  )
}
