import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { accountGetProof, accountGiveProof, accountSendProofCode, type OtpSent, type ProofRequest } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { withoutLanguage } from '@/i18n/language'
import { Button, buttonClass } from '@/ui/button'
import { useSecondsLeft } from '@/ui/countdown'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/feedback'
import { PasswordField } from '@/ui/password-field'
import { QueryError, useProblemText } from '@/ui/query-error'
import { CodeField, CodeSent, ResendButton, useRefusal } from './code-parts'
import { useDigits } from './use-code'

type Channel = 'mobile' | 'email'

interface SentCode {
  channel: Channel
  /** Masked */
  to: string
  sent: OtpSent
  /** When it was requested, Unix ms */
  at: number
}

/** Asks for a proof that it is the account's owner: the password, or a code to the verified number or e-mail. */
export function ProofDialog({ onClose, onProved }: { onClose: () => void; onProved: () => void }) {
  const t = useTexts('mobile')
  const { data, error, refetch } = useQuery({
    queryKey: ['proof'],
    queryFn: () => answerOf(accountGetProof()),
    staleTime: 0,
    gcTime: 0,
  })
  const [sentCode, setSentCode] = useState<SentCode>()
  const sending = useMutation({
    mutationFn: async ({ channel, to }: { channel: Channel; to: string }): Promise<SentCode> => ({
      channel,
      to,
      sent: await answerOf(accountSendProofCode({ body: { to: channel } })),
      at: Date.now(),
    }),
    onSuccess: setSentCode,
  })
  const proving = useMutation({ mutationFn: (body: ProofRequest) => answerOf(accountGiveProof({ body })), onSuccess: onProved })
  const hasWay = data && (data.password || data.mobileMasked != null || data.emailMasked != null)
  return (
    <Dialog open onClose={onClose} title={t('proof.title')}>
      <div className="flex flex-col gap-5 p-0.5">
        <p className="text-mute">{t('proof.text')}</p>
        {error && !data && <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />}
        {!data && !error && <div className="skeleton h-40" />}
        {sentCode ? (
          <CodeStep
            sentCode={sentCode}
            proving={proving}
            resending={sending.isPending}
            onResend={() => sending.mutate(sentCode)}
            onBack={() => {
              proving.reset()
              setSentCode(undefined)
            }}
          />
        ) : (
          <>
            {data?.password && <PasswordStep proving={proving} />}
            <div className="flex flex-col gap-3">
              {data?.mobileMasked != null && (
                <Button
                  wide
                  look={data.password ? 'plain' : 'primary'}
                  busy={sending.isPending && sending.variables.channel === 'mobile'}
                  onClick={() => sending.mutate({ channel: 'mobile', to: data.mobileMasked ?? '' })}
                >
                  {t('proof.byMobile', { to: data.mobileMasked })}
                </Button>
              )}
              {data?.emailMasked != null && (
                <Button
                  wide
                  busy={sending.isPending && sending.variables.channel === 'email'}
                  onClick={() => sending.mutate({ channel: 'email', to: data.emailMasked ?? '' })}
                >
                  {t('proof.byEmail', { to: data.emailMasked })}
                </Button>
              )}
            </div>
          </>
        )}
        {sending.error && <SendError error={sending.error} />}
        {data && !hasWay && (
          <>
            <Notice tone="warn">{t('proof.noWay')}</Notice>
            <Link
              to="/auth/login"
              search={{ returnTo: withoutLanguage(window.location.pathname) + window.location.search }}
              className={buttonClass('primary')}
            >
              {t('proof.logIn')}
            </Link>
          </>
        )}
      </div>
    </Dialog>
  )
}

function SendError({ error }: { error: Error }) {
  const problemText = useProblemText()
  return <Notice tone="error">{problemText(problemOf(error))}</Notice>
}

/** The mutation that gives the proof. */
interface Proving {
  isPending: boolean
  error: Error | null
  mutate: (body: ProofRequest) => void
}

function PasswordStep({ proving }: { proving: Proving }) {
  const t = useTexts('mobile')
  const refusal = useRefusal()
  const [password, setPassword] = useState('')
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        proving.mutate({ password })
      }}
    >
      <PasswordField
        label={t('proof.password')}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        autoComplete="current-password"
        error={proving.error && refusal(problemOf(proving.error), 'password')}
      />
      <Button type="submit" look="primary" wide busy={proving.isPending} disabled={password === ''}>
        {t('code.confirm')}
      </Button>
    </form>
  )
}

interface CodeStepProps {
  sentCode: SentCode
  proving: Proving
  resending: boolean
  onResend: () => void
  onBack: () => void
}

function CodeStep({ sentCode: { channel, to, sent, at }, proving, resending, onResend, onBack }: CodeStepProps) {
  const t = useTexts('mobile')
  const refusal = useRefusal()
  const { code, type } = useDigits()
  const wait = useSecondsLeft(at + sent.resendIn * 1000, Date.now)
  const prove = (digits: string) => proving.mutate({ reference: sent.reference, code: digits })
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        prove(code)
      }}
    >
      <div role="status">
        {channel === 'email' ? (
          <CodeSent label={t('code.mailedTo')} to={to} refCode={sent.refCode} icon={Mail} />
        ) : (
          <CodeSent to={to} refCode={sent.refCode} />
        )}
      </div>
      <CodeField
        label={t(channel === 'email' ? 'code.mailCode' : 'code.code')}
        code={code}
        onType={(text) => {
          const whole = type(text)
          if (whole) prove(whole)
        }}
        error={proving.error && refusal(problemOf(proving.error), 'code')}
      />
      <Button type="submit" look="primary" wide busy={proving.isPending} disabled={code.length < 6}>
        {t('code.confirm')}
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <Button look="ghost" size="sm" onClick={onBack}>
          {t('proof.otherWay')}
        </Button>
        <ResendButton wait={wait} busy={resending} onResend={onResend} />
      </div>
    </form>
  )
}
