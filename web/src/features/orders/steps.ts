import type { Order, TrackedOrder } from '@/api/generated'
import { cardName } from '@/features/cards/names'
import { formatDate, formatTime } from '@/i18n/format'
import { useLanguage, useTexts } from '@/i18n'
import { formatBaht } from '@/ui/amount'
import type { TimelineStep } from '@/ui/timeline'
import { isChosenByBuyer, isMismatch } from './failure'
import { unbroken, useInSentence } from './labels'
import { stageOf } from './stage'

type Known = Pick<Order, 'timeline' | 'status' | 'paymentFlow' | 'paidAt' | 'payment' | 'lines' | 'channelName'>
type Step = Order['timeline'][number]

/** Ends without a failure. */
const ENDED: readonly string[] = ['expired', 'cancelled']
/** Staff handle the step: nothing is lost. */
const LOOKED_AFTER: readonly string[] = ['repair', 'disputed']

/** The customer's timeline in words, with the time of each step. Future steps are worded as such. */
export function useSteps(order: Known): TimelineStep[] {
  const t = useTexts('orders')
  const language = useLanguage()
  const inSentence = useInSentence()
  const [line] = order.lines
  const single = order.lines.length === 1
  const byPhone = order.lines.length > 0 && order.lines.every(({ target }) => target === 'number')
  const byNumber = order.paymentFlow === 'otp'
  const bank = order.paymentFlow === 'redirect' ? { channel: inSentence(order.channelName) } : undefined
  const openedAt = bank && order.payment?.openedOnPhoneAt
  const stage = stageOf(order)
  const byCard = order.paymentFlow === 'card'
  const cardLabel = () => {
    const card = order.payment?.card
    if (card) return t('step.cardReady', { card: cardName(card) })
    return t(stage === 'preparing' ? 'step.cardPreparing' : 'step.cardTodo')
  }
  return order.timeline.map(({ step, at: reachedAt, state }) => {
    const done = state === 'done'
    const at = step === 'code_shown' && done && openedAt ? openedAt : reachedAt
    let label = t(`step.${step}`)
    if (step === 'code_shown' && byNumber) label = t(done ? 'step.codeSent' : 'step.codeSending')
    if (step === 'code_shown' && bank) label = openedAt ? t('step.openedOnPhone') : t(done ? 'step.bankReady' : 'step.bankPreparing', bank)
    if (step === 'code_shown' && byCard) label = cardLabel()
    if (step === 'paid' && !done) {
      if (order.status !== 'pending') label = t('step.paidTodo')
      else if (byCard && state === 'todo') label = t('step.paidTodo')
      else if (byCard) label = t(stage === 'awaiting' ? 'step.cardWaiting' : 'step.cardTodo')
      else if (bank) label = stage === 'over' ? t('step.bankOver') : t('step.bankWaiting', bank)
      else if (stage === 'over') label = t(byNumber ? 'step.codeOver' : 'step.paidOver')
      else label = t(byNumber ? 'step.codeWaiting' : 'step.paidWaiting')
    }
    if (step === 'sent') label = byPhone ? t(done ? 'step.sentNumber' : 'step.sentNumberTodo') : t(done ? 'step.sent' : 'step.sentTodo')
    // Money came, though not the right amount: to the sender that is not a failed payment.
    const mismatch = step === 'failed' && isMismatch(order)
    if (mismatch) label = t('step.mismatch')
    if (step === 'delivered' && line) {
      if (byPhone && single)
        label = t(done ? 'step.deliveredNumber' : 'step.deliveredNumberTodo', { number: unbroken(line.playerName ?? '') })
      else if (byPhone) label = t(done ? 'step.deliveredNumbers' : 'step.deliveredNumbersTodo')
      else if (!line.playerId) label = t(done ? 'step.deliveredCode' : 'step.deliveredCodeTodo')
      else if (single && line.playerName) label = t(done ? 'step.deliveredTo' : 'step.deliveredToTodo', { name: line.playerName })
      else if (!done) label = t('step.deliveredTodo')
    }
    if (step === 'repair' && order.lines.some(isChosenByBuyer)) label = t('step.choose')
    if (step === 'refunded') label = t('step.refunded', { amount: formatBaht(order.payment?.refundedSatang ?? 0, 'exact') })
    // An ended code does not wait for money.
    const waits = state === 'current' && step === 'paid' && stage === 'over'
    const shown = waits ? 'todo' : shownState(step, state, mismatch)
    return { key: step, label, state: shown, ...(at && { at: timeOf(step, at, language) }) }
  })
}

/** Returns the steps of an order that is viewed without signing in, which shows less. `atBank`: it is paid on a bank's page. */
export function useTrackedSteps(order: Pick<TrackedOrder, 'timeline' | 'channelName' | 'lines'>, atBank = false): TimelineStep[] {
  const inSentence = useInSentence()
  const t = useTexts('orders')
  const language = useLanguage()
  const byPhone = order.lines.length > 0 && order.lines.every(({ number }) => number)
  return order.timeline.map(({ step, at, state }) => {
    const done = state === 'done'
    let label = t(`step.${step}`)
    if (step === 'code_shown' && atBank) label = t('step.bankReady', { channel: inSentence(order.channelName) })
    if (step === 'paid' && !done) label = t('step.paidTodo')
    if (step === 'sent' && byPhone) label = t(done ? 'step.sentNumber' : 'step.sentNumberTodo')
    else if (step === 'sent' && !done) label = t('step.sentTodo')
    if (step === 'delivered' && byPhone) label = t(done ? 'step.deliveredNumbers' : 'step.deliveredNumbersTodo')
    else if (step === 'delivered' && !done) label = t('step.deliveredTodo')
    if (step === 'refunded') label = t('receipt.refunded')
    return { key: step, label, state: shownState(step, state, false), ...(at && { at: timeOf(step, at, language) }) }
  })
}

function shownState(step: string, state: Step['state'], mismatch: boolean): TimelineStep['state'] {
  if (state !== 'failed') return state
  if (ENDED.includes(step)) return 'ended'
  return mismatch || LOOKED_AFTER.includes(step) ? 'attention' : state
}

/** A refund arrives days later: its exact second means nothing. */
function timeOf(step: string, at: string, language: 'th' | 'en'): string {
  return step === 'refunded' || step === 'disputed' ? formatDate(at, language) : formatTime(at)
}
