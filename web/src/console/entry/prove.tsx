import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import {
  consoleBeginPasskey,
  consoleEnterByPasskey,
  consoleEnterByRecoveryCode,
  consoleEnterByTotp,
  type ConsoleEntry,
  type Factors,
} from '@/api/generated'
import { factorCodeLimits } from '@/api/limits.gen'
import { answerOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/feedback'
import { TextField } from '@/ui/field'
import { ProblemNotice } from '@/ui/problem-notice'
import { CodeField } from './code-field'
import { provePasskey } from './passkeys'
import { useCanPasskeys } from './use-entry'

type Way = 'passkey' | 'totp' | 'recovery'

/** Whether the person has a factor to come in by. Recovery codes are for when it is lost. */
export const hasFactor = ({ totp, passkeys }: Factors) => totp || passkeys.length > 0

/** Returns the ways in that this person has in this browser, the surest first. */
export function waysIn(factors: Factors, canUsePasskeys: boolean): Way[] {
  const ways: Way[] = []
  if (factors.passkeys.length > 0 && canUsePasskeys) ways.push('passkey')
  if (factors.totp) ways.push('totp')
  if (factors.recoveryCodes > 0) ways.push('recovery')
  return ways
}

interface WayProps {
  /** Label of the button that sends a code */
  action: string
  onProved: (entry: ConsoleEntry) => void
}

interface ProveProps extends Omit<WayProps, 'action'> {
  factors: Factors
  action?: string
}

/** Asks for one of the person's second factors. */
export function Prove({ factors, onProved, ...given }: ProveProps) {
  const t = useTexts('console')
  const canUsePasskeys = useCanPasskeys()
  const ways = waysIn(factors, canUsePasskeys)
  const [chosen, setChosen] = useState<Way>()
  const way = chosen ?? ways[0]
  const others = ways.filter((other) => other !== way)
  const action = given.action ?? t('entry.enter')
  return (
    <div className="flex flex-col gap-5">
      {factors.passkeys.length > 0 && !canUsePasskeys && <Notice>{t('entry.noPasskeys')}</Notice>}
      {way === 'passkey' && <ByPasskey onProved={onProved} />}
      {way === 'totp' && <ByApp action={action} onProved={onProved} />}
      {way === 'recovery' && <ByRecoveryCode action={action} onProved={onProved} />}
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

function ByPasskey({ onProved }: Pick<WayProps, 'onProved'>) {
  const t = useTexts('console')
  const proving = useMutation({
    mutationFn: async () => {
      const request = await answerOf(consoleBeginPasskey())
      const credential = await provePasskey(request)
      return credential && answerOf(consoleEnterByPasskey({ body: { challengeId: request.challengeId, credential } }))
    },
    onSuccess: (entry) => entry && onProved(entry),
  })
  return (
    <div className="flex flex-col gap-3">
      <Button look="primary" wide busy={proving.isPending} onClick={() => proving.mutate()}>
        {t('entry.passkey')}
      </Button>
      {proving.isSuccess && !proving.data && <Notice tone="error">{t('entry.passkeyFailed')}</Notice>}
      {proving.error && <ProblemNotice error={proving.error} />}
    </div>
  )
}

function ByApp({ action, onProved }: WayProps) {
  const [code, setCode] = useState('')
  const proving = useMutation({
    mutationFn: (code: string) => answerOf(consoleEnterByTotp({ body: { code } })),
    onSuccess: onProved,
    onError: () => setCode(''),
  })
  const send = (code: string) => {
    if (code && !proving.isPending) proving.mutate(code)
  }
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        send(code)
      }}
    >
      <CodeField code={code} onType={setCode} onFull={send} />
      {proving.error && <ProblemNotice error={proving.error} />}
      <Button type="submit" look="primary" wide busy={proving.isPending}>
        {action}
      </Button>
    </form>
  )
}

function ByRecoveryCode({ action, onProved }: WayProps) {
  const t = useTexts('console')
  const [code, setCode] = useState('')
  const proving = useMutation({
    mutationFn: () => answerOf(consoleEnterByRecoveryCode({ body: { code: code.trim() } })),
    onSuccess: onProved,
  })
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim() && !proving.isPending) proving.mutate()
      }}
    >
      <TextField
        label={t('entry.recoveryCode')}
        hint={t('entry.recoveryHint')}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={factorCodeLimits.code}
        // It was chosen a moment ago.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
      />
      {proving.error && <ProblemNotice error={proving.error} />}
      <Button type="submit" look="primary" wide busy={proving.isPending}>
        {action}
      </Button>
    </form>
  )
}
