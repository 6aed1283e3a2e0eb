import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import {
  consoleAddPasskey,
  consoleBeginNewPasskey,
  consoleBeginTotp,
  consoleConfirmTotp,
  type ConsoleEntry,
  type NewTotp,
} from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/feedback'
import { TextField } from '@/ui/field'
import { QrCode } from '@/ui/qr'
import { useProblemText } from '@/ui/query-error'
import { toast } from '@/ui/toast'
import { hasPasskeys, makePasskey } from './passkeys'

interface SetUpProps {
  onDone: (entry: ConsoleEntry) => void
}

/** Lets the person choose a second factor and sets it up; the first one opens the console. */
export function SetUp({ onDone }: SetUpProps) {
  const t = useTexts('console')
  const [way, setWay] = useState<'passkey' | 'totp'>()
  if (way === 'passkey') return <SetUpPasskey onDone={onDone} onBack={() => setWay(undefined)} />
  if (way === 'totp') return <SetUpTotp onDone={onDone} onBack={() => setWay(undefined)} />
  return (
    <ul className="flex flex-col gap-3">
      {(['passkey', 'totp'] as const).map((way) => (
        <li key={way} className="flex flex-wrap items-center gap-4 rounded-panel border border-line bg-panel p-4">
          <div className="min-w-0 flex-1 basis-64">
            <h2 className="text-base">{t(`setUp.${way}`)}</h2>
            <p className="text-sm text-mute">{t(`setUp.${way}Text`)}</p>
          </div>
          <Button size="sm" disabled={way === 'passkey' && !hasPasskeys()} onClick={() => setWay(way)}>
            {t(way === 'passkey' ? 'setUp.addPasskey' : 'factors.setUpTotp')}
          </Button>
        </li>
      ))}
    </ul>
  )
}

interface WayProps extends SetUpProps {
  onBack?: () => void
}

/** Makes a passkey under a name of the person's. */
export function SetUpPasskey({ onDone, onBack }: WayProps) {
  const t = useTexts('console')
  const problemText = useProblemText()
  const [name, setName] = useState('')
  const making = useMutation({
    mutationFn: async () => {
      const request = await answerOf(consoleBeginNewPasskey())
      const credential = await makePasskey(request)
      if (!credential) return undefined
      return answerOf(consoleAddPasskey({ body: { name: name.trim(), challengeId: request.challengeId, credential } }))
    },
    onSuccess: (entry) => entry && onDone(entry),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() && !making.isPending) making.mutate()
  }
  return (
    <form className="flex flex-col gap-4" onSubmit={submit}>
      <TextField
        label={t('setUp.passkeyName')}
        hint={t('setUp.passkeyNameHint')}
        value={name}
        maxLength={60}
        required
        onChange={(event) => setName(event.target.value)}
      />
      {making.isSuccess && !making.data && <Notice tone="error">{t('entry.passkeyFailed')}</Notice>}
      {making.error && <Notice tone="error">{problemText(problemOf(making.error))}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="primary" busy={making.isPending}>
          {t('setUp.addPasskey')}
        </Button>
        {onBack && <Button onClick={onBack}>{t('setUp.back')}</Button>}
      </div>
    </form>
  )
}

/** Shows the key for an authenticator app, and takes its first code. */
export function SetUpTotp({ onDone, onBack }: WayProps) {
  const t = useTexts('console')
  const problemText = useProblemText()
  const beginning = useMutation({ mutationFn: () => answerOf(consoleBeginTotp()) })
  if (beginning.data) return <ConfirmTotp totp={beginning.data} onDone={onDone} {...(onBack && { onBack })} />
  return (
    <div className="flex flex-col gap-4">
      <p className="text-mute">{t('setUp.totpText')}</p>
      {beginning.error && <Notice tone="error">{problemText(problemOf(beginning.error))}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button look="primary" busy={beginning.isPending} onClick={() => beginning.mutate()}>
          {t('factors.setUpTotp')}
        </Button>
        {onBack && <Button onClick={onBack}>{t('setUp.back')}</Button>}
      </div>
    </div>
  )
}

function ConfirmTotp({ totp, onDone, onBack }: WayProps & { totp: NewTotp }) {
  const t = useTexts('console')
  const problemText = useProblemText()
  const [code, setCode] = useState('')
  const confirming = useMutation({
    mutationFn: () => answerOf(consoleConfirmTotp({ body: { code } })),
    onSuccess: onDone,
    onError: () => setCode(''),
  })
  const copy = async () => {
    await navigator.clipboard.writeText(totp.secret)
    void toast(t('setUp.copied'))
  }
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim() && !confirming.isPending) confirming.mutate()
      }}
    >
      <p>{t('setUp.scan')}</p>
      <QrCode text={totp.url} label={t('setUp.scan')} className="size-52 self-center" />
      <div className="flex flex-wrap items-center gap-3">
        <span className="text-sm text-mute">{t('setUp.cannotScan')}</span>
        <code className="num break-all" lang="en">
          {totp.secret.match(/.{1,4}/g)?.join(' ')}
        </code>
        <Button size="sm" look="ghost" onClick={() => void copy()}>
          {t('setUp.copy')}
        </Button>
      </div>
      <TextField
        label={t('entry.code')}
        hint={t('entry.codeHint')}
        value={code}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        onChange={(event) => setCode(event.target.value)}
      />
      {confirming.error && <Notice tone="error">{problemText(problemOf(confirming.error))}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="primary" busy={confirming.isPending}>
          {t('setUp.confirm')}
        </Button>
        {onBack && <Button onClick={onBack}>{t('setUp.back')}</Button>}
      </div>
    </form>
  )
}
