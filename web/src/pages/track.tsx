import { useMutation } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { Suspense, useRef, useState } from 'react'
import { purchaseTrack, type TrackedOrder } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useContent, useLanguage, useTexts } from '@/i18n'
import { formatDateTime } from '@/i18n/format'
import { Amount } from '@/ui/amount'
import { Button, buttonClass } from '@/ui/button'
import { Notice } from '@/ui/feedback'
import { TextField } from '@/ui/field'
import { useProblemText } from '@/ui/query-error'
import { Timeline } from '@/ui/timeline'
import { NumberState } from '@/features/orders/number-state'
import { StatusTag } from '@/features/orders/status-tag'
import { useTrackedSteps } from '@/features/orders/steps'
import { SupportLink } from '@/features/orders/support'

/** The status of an order, without signing in: by its number, and four characters that only its buyer knows. */
export function TrackPage() {
  const t = useTexts('orders')
  const problemText = useProblemText()
  const { number: given = '' } = useSearch({ from: '/track' })
  const [number, setNumber] = useState(given)
  const [proof, setProof] = useState('')
  const [missing, setMissing] = useState<'number' | 'proof'>()
  const numberField = useRef<HTMLInputElement>(null)
  const proofField = useRef<HTMLInputElement>(null)
  const tracking = useMutation({ mutationFn: () => answerOf(purchaseTrack({ body: { number: number.trim(), proof: proof.trim() } })) })
  const change = () => {
    setMissing(undefined)
    if (tracking.error) tracking.reset()
  }
  const problem = tracking.error ? problemOf(tracking.error) : undefined
  return (
    <div className="mx-auto flex max-w-md flex-col gap-6 md:py-4">
      <h1 className="text-2xl">{t('track.heading')}</h1>
      {tracking.data ? (
        <Tracked order={tracking.data} onAnother={() => tracking.reset()} />
      ) : (
        <>
          <p className="text-mute">{t('track.text')}</p>
          <form
            noValidate
            className="flex flex-col gap-5"
            onSubmit={(event) => {
              event.preventDefault()
              const empty = number.trim() ? (proof.trim().length >= 4 ? undefined : 'proof') : 'number'
              setMissing(empty)
              if (empty === 'number') numberField.current?.focus()
              else if (empty) proofField.current?.focus()
              else if (!tracking.isPending) tracking.mutate()
            }}
          >
            <TextField
              ref={numberField}
              label={t('track.number')}
              hint={t('track.numberHint')}
              error={missing === 'number' ? t('track.numberMissing') : undefined}
              value={number}
              onChange={(event) => {
                setNumber(event.target.value.toUpperCase())
                change()
              }}
              placeholder="MN-7F3K-29QD"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={24}
            />
            <TextField
              ref={proofField}
              label={t('track.proof')}
              hint={t('track.proofHint')}
              error={missing === 'proof' ? t('track.proofMissing') : undefined}
              value={proof}
              onChange={(event) => {
                setProof(event.target.value)
                change()
              }}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={100}
            />
            {problem && <Notice tone="error">{problem.code === 'order_not_found' ? t('track.notFound') : problemText(problem)}</Notice>}
            <Button type="submit" look="primary" wide busy={tracking.isPending}>
              {t('track.look')}
            </Button>
          </form>
        </>
      )}
    </div>
  )
}

function Tracked({ order, onAnother }: { order: TrackedOrder; onAnother: () => void }) {
  const t = useTexts('orders')
  const content = useContent()
  const language = useLanguage()
  const steps = useTrackedSteps(order)
  return (
    <>
      <section aria-live="polite" className="flex flex-col gap-4 rounded-panel border border-line bg-panel p-5">
        <div className="flex items-start justify-between gap-3">
          <div>
            <h2 className="num whitespace-nowrap">{order.number}</h2>
            <p className="text-sm text-mute">{formatDateTime(order.createdAt, language)}</p>
          </div>
          <StatusTag order={order} />
        </div>
        <ul className="flex flex-col gap-1.5 border-y border-line py-3">
          {order.lines.map((line, index) => (
            // Two lines may be equal in everything; their order never changes.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} className="flex flex-col gap-1.5">
              <span className="flex flex-wrap justify-between gap-x-4">
                <span>
                  {content(line.name)}
                  {line.quantity > 1 && ` ×\u00A0${line.quantity}`} <span className="text-sm text-mute">{content(line.gameName)}</span>
                </span>
                {order.paidAt != null && !line.number && <span className="text-sm text-mute">{t(`delivery.${line.deliveryStatus}`)}</span>}
              </span>
              {line.number && <span className="num text-sm whitespace-nowrap">{line.number}</span>}
              {line.seller && <span className="text-sm text-mute">{t('seller', { name: line.seller })}</span>}
              {line.number && order.paidAt != null && (
                <Suspense fallback={<span className="skeleton h-12" />}>
                  <NumberState
                    activation={line.activation ?? undefined}
                    delivery={{ status: line.deliveryStatus, failureCode: line.failureCode ?? null }}
                    number={line.number}
                    paidBack={false}
                    asksBuyer={false}
                    signedOut
                  />
                </Suspense>
              )}
            </li>
          ))}
          <li className="flex justify-between gap-4 text-sm text-mute">
            {content(order.channelName)}
            <Amount satang={order.totalSatang} decimals="exact" className="text-text" />
          </li>
        </ul>
        <Timeline steps={steps} label={t('step.label')} />
      </section>
      <div className="flex flex-col gap-3">
        <Link
          to="/auth/login"
          search={{ returnTo: `/purchase/result?number=${order.number}` }}
          className={buttonClass('plain', 'md', true)}
        >
          {t('track.signIn')}
        </Link>
        <SupportLink number={order.number} look="ghost" wide />
        <Button look="ghost" wide onClick={onAnother}>
          {t('track.another')}
        </Button>
      </div>
    </>
  )
}
