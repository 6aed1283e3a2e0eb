import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import {
  consoleAddPasskey,
  consoleBeginNewPasskey,
  consoleBeginTotp,
  consoleConfirmTotp,
  type ConsoleEntry,
  type NewTotp,
} from '@/api/generated'
import { answerOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/feedback'
import { TextField } from '@/ui/field'
import { ProblemNotice } from '@/ui/problem-notice'
import { QrCode } from '@/ui/qr'
import { toast } from '@/ui/toast'
import { CodeField } from './code-field'
import { withFreshFactor } from './fresh-factor'
import { makePasskey } from './passkeys'
import { useCanPasskeys } from './use-entry'

interface SetUpProps {
  onDone: (entry: ConsoleEntry) => void
}

/** Lets the person choose a second factor and sets it up; the first one opens the console. */
export function SetUp({ onDone }: SetUpProps) {
  const t = useTexts('console')
  const [way, setWay] = useState<'passkey' | 'totp'>()
  const canUsePasskeys = useCanPasskeys()
  const back = () => setWay(undefined)
  if (way === 'passkey') return <SetUpPasskey onDone={onDone} onBack={back} />
  if (way === 'totp') return <SetUpTotp onDone={onDone} onBack={back} />
  return (
    <ul className="flex flex-col gap-3">
      {(['passkey', 'totp'] as const).map((way) => (
        <li key={way} className="flex flex-wrap items-center gap-4 rounded-panel border border-line bg-panel p-4">
          <div className="min-w-0 flex-1 basis-64">
            <h2 className="text-base">{t(`setUp.${way}`)}</h2>
            <p className="text-sm text-mute">{t(way === 'passkey' && !canUsePasskeys ? 'entry.noPasskeys' : `setUp.${way}Text`)}</p>
          </div>
          <Button size="sm" disabled={way === 'passkey' && !canUsePasskeys} onClick={() => setWay(way)}>
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

function Back({ onBack }: Pick<WayProps, 'onBack'>) {
  const t = useTexts('console')
  return onBack && <Button onClick={onBack}>{t('setUp.back')}</Button>
}

/** Makes a passkey under a name of the person's. */
export function SetUpPasskey({ onDone, onBack }: WayProps) {
  const t = useTexts('console')
  const [name, setName] = useState('')
  const making = useMutation({
    mutationFn: async () => {
      const request = await withFreshFactor(() => answerOf(consoleBeginNewPasskey()))
      const credential = await makePasskey(request)
      return credential && answerOf(consoleAddPasskey({ body: { name: name.trim(), challengeId: request.challengeId, credential } }))
    },
    onSuccess: (entry) => entry && onDone(entry),
  })
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() && !making.isPending) making.mutate()
      }}
    >
      <TextField
        label={t('setUp.passkeyName')}
        hint={t('setUp.passkeyNameHint')}
        value={name}
        maxLength={60}
        required
        // It was asked for a moment ago.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onChange={(event) => setName(event.target.value)}
      />
      {making.isSuccess && !making.data && <Notice tone="error">{t('entry.passkeyFailed')}</Notice>}
      {making.error && <ProblemNotice error={making.error} field />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="primary" busy={making.isPending}>
          {t('setUp.addPasskey')}
        </Button>
        <Back onBack={onBack} />
      </div>
    </form>
  )
}

/** Shows the key for an authenticator app, and takes its first code. */
export function SetUpTotp({ onDone, onBack }: WayProps) {
  const t = useTexts('console')
  const beginning = useMutation({ mutationFn: () => withFreshFactor(() => answerOf(consoleBeginTotp())) })
  if (beginning.data) return <ConfirmTotp totp={beginning.data} onDone={onDone} onBack={onBack} />
  return (
    <div className="flex flex-col gap-4">
      <p className="text-mute">{t('setUp.totpText')}</p>
      {beginning.error && <ProblemNotice error={beginning.error} />}
      <div className="flex flex-wrap gap-3">
        <Button look="primary" busy={beginning.isPending} onClick={() => beginning.mutate()}>
          {t('factors.setUpTotp')}
        </Button>
        <Back onBack={onBack} />
      </div>
    </div>
  )
}

function ConfirmTotp({ totp, onDone, onBack }: WayProps & { totp: NewTotp }) {
  const t = useTexts('console')
  const [code, setCode] = useState('')
  const confirming = useMutation({
    mutationFn: (code: string) => withFreshFactor(() => answerOf(consoleConfirmTotp({ body: { code } }))),
    onSuccess: onDone,
    onError: () => setCode(''),
  })
  const confirm = (code: string) => {
    if (code && !confirming.isPending) confirming.mutate(code)
  }
  const copy = async () => {
    await navigator.clipboard.writeText(totp.secret)
    void toast(t('setUp.copied'))
  }
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        confirm(code)
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
      <CodeField code={code} onType={setCode} onFull={confirm} />
      {confirming.error && <ProblemNotice error={confirming.error} />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="primary" busy={confirming.isPending}>
          {t('setUp.confirm')}
        </Button>
        <Back onBack={onBack} />
      </div>
    </form>
  )
}
