import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type Order, type OrderLine, purchaseCorrectLine } from '@/api/generated'
import { type ApiProblem, answerOf, problemOf } from '@/api/problem'
import { useRequestKeys } from '@/api/request-keys'
import { isUndecided } from '@/api/undecided'
import { OWN_NUMBER } from '@/features/numbers/number'
import { rereadOrder, showOrder } from '@/features/orders/order'
import { rememberCorrection } from '@/features/orders/remember'
import { useContent, useTexts } from '@/i18n'
import { formatBaht } from '@/ui/amount'
import { Button } from '@/ui/button'
import { ChoiceCard } from '@/ui/choice'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/feedback'
import { useRefusalText } from '@/ui/query-error'
import { toast } from '@/ui/toast'
import type { Decision } from './decision'
import { Foot } from './next-button'
import { PlayerWay } from './player-way'
import { ProductWay } from './product-way'
import { RefundWay } from './refund-way'
import type { Entries } from './use-entry'
import { suggestedWay, textsOf, type Way, waysOf } from './ways'

interface CorrectionDialogProps {
  order: Order
  line: OrderLine
  onClose: () => void
}

/** The ways to settle a line on one sheet; what was chosen is confirmed in words before it happens. */
export function CorrectionDialog({ order, line, onClose }: CorrectionDialogProps) {
  const t = useTexts('corrections')
  const content = useContent()
  const [way, setWay] = useState<Way | undefined>(() => suggestedWay(line))
  const [decision, setDecision] = useState<Decision>()
  const [productId, setProductId] = useState<number>()
  // The shop shows a number masked: it is typed as a whole.
  const typed = line.target === 'number' ? '' : (line.playerId ?? '')
  // What was typed outlives a look at the other ways.
  const [entries, setEntries] = useState<Entries>({ [line.gameSlug]: { typed, server: line.server ?? '' } })
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  const keyOf = useRequestKeys()
  const correcting = useMutation({
    mutationFn: ({ choice }: Decision) => {
      const body = { ...choice, number: order.number, lineId: line.id, version: order.version }
      return answerOf(purchaseCorrectLine({ headers: { 'Idempotency-Key': keyOf(body) }, body }))
    },
    onSuccess: (changed, { choice }) => {
      showOrder(changed)
      if (choice.choice !== 'refund') rememberCorrection(line, changed, choice.playerId === OWN_NUMBER)
      onClose()
      void toast(t(`done.${textsOf(choice.choice, line)}`), { tone: 'success' })
    },
    onError: (cause) => {
      const { status } = problemOf(cause)
      // The partner, our team or another window was quicker, or the answer was lost.
      if (status === 409 || isUndecided(problemOf(cause))) void rereadOrder(order.number)
      setDecision(undefined)
    },
  })
  const problem = correcting.error ? problemOf(correcting.error) : undefined
  const close = () => {
    if (!correcting.isPending) onClose()
  }
  if (!line.correctable) {
    return (
      <Dialog open onClose={close} title={t('title')} actions={<Button onClick={close}>{t('confirm.back')}</Button>}>
        <Page key="gone">
          {problem && <Refusal problem={problem} />}
          <p>{t('gone')}</p>
        </Page>
      </Dialog>
    )
  }
  if (decision) {
    return (
      <Dialog
        open
        onClose={close}
        width={600}
        title={t('confirm.title')}
        actions={
          <>
            <Button disabled={correcting.isPending} onClick={() => setDecision(undefined)}>
              {t('confirm.back')}
            </Button>
            <Button look="primary" busy={correcting.isPending} onClick={() => correcting.mutate(decision)}>
              {decision.action}
            </Button>
          </>
        }
      >
        <Page key="decision">{decision.what}</Page>
      </Dialog>
    )
  }
  const amount = formatBaht(line.totalSatang, 'exact')
  const decide = (next: Decision) => {
    correcting.reset()
    setDecision(next)
  }
  return (
    <Dialog open onClose={close} width={600} title={t('title')} actions={<div ref={setFoot} className="w-full" />}>
      <Page key="ways">
        <p className="text-mute">
          {content(line.name)}
          {line.quantity > 1 && ` ×\u00A0${line.quantity}`} · <span className="whitespace-nowrap">{t('paid', { amount })}</span>
        </p>
        {problem && <Refusal problem={problem} />}
        <fieldset className="flex min-w-0 flex-col gap-2.5">
          <legend className="sr-only">{t('ways')}</legend>
          {waysOf(line).map(({ way: offer, offered }) => (
            <ChoiceCard
              key={offer}
              ring
              name="way"
              value={offer}
              checked={way === offer}
              disabled={!offered}
              onChange={() => {
                setWay(offer)
                correcting.reset()
              }}
            >
              <span className="block font-semibold">{t(`${textsOf(offer, line)}.name`)}</span>
              <span className={offered ? 'block text-sm text-mute' : 'block text-sm text-amber'}>
                {offered ? t(`${textsOf(offer, line)}.help`, { amount }) : t(`${textsOf(offer, line)}.none`)}
              </span>
            </ChoiceCard>
          ))}
        </fieldset>
        <Foot value={foot}>
          {way === 'player' && <PlayerWay line={line} entries={entries} onEntries={setEntries} onDecide={decide} />}
          {way === 'product' && (
            <ProductWay
              line={line}
              products={line.correctable.products}
              productId={productId}
              onProduct={setProductId}
              entries={entries}
              onEntries={setEntries}
              onDecide={decide}
            />
          )}
          {way === 'refund' && <RefundWay order={order} line={line} onDecide={decide} />}
        </Foot>
      </Page>
    </Dialog>
  )
}

/** The content of the sheet. The pressed button has gone with the last one, so that the focus begins here. */
function Page({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <div ref={ref} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      {children}
    </div>
  )
}

/** Why the last choice was not taken, and what holds now. */
function Refusal({ problem }: { problem: ApiProblem }) {
  const t = useTexts('corrections')
  const refusalText = useRefusalText()
  if (problem.code === 'order_changed') return <Notice tone="warn">{t('again')}</Notice>
  return (
    <Notice tone="error">
      <p>{refusalText(problem)}</p>
      {(problem.status === 0 || problem.status >= 500) && <p className="text-sm text-mute">{t('unheard')}</p>}
    </Notice>
  )
}
