import type { Order } from '@/api/generated'
import { formatDate, formatTime } from '@/i18n/format'
import { useLanguage, useTexts } from '@/i18n'
import { formatBaht } from '@/ui/amount'
import type { TimelineStep } from '@/ui/timeline'
import { isByNumber } from './channel'
import { isMismatch } from './failure'

/** The customer's timeline in words, with the second of each step. */
export function useSteps(order: Order): TimelineStep[] {
  const t = useTexts('orders')
  const language = useLanguage()
  const [line] = order.lines
  const single = order.lines.length === 1
  const byNumber = isByNumber(order.channel)
  return order.timeline.map(({ step, at, state }) => {
    let label = t(`step.${step}`)
    if (step === 'code_shown' && byNumber) label = t(state === 'done' ? 'step.codeSent' : 'step.codeSending')
    if (step === 'paid' && state !== 'done') label = t(byNumber ? 'step.codeWaiting' : 'step.paidWaiting')
    // Money came, if not the right sum: to the person who sent it, that is not a failed payment.
    if (step === 'failed' && isMismatch(order)) label = t('step.mismatch')
    if (step === 'delivered' && line) {
      if (!line.playerId) label = t('step.deliveredCode')
      else if (single && line.playerName) label = t('step.deliveredTo', { name: line.playerName })
    }
    if (step === 'refunded') label = t('step.refunded', { amount: formatBaht(order.payment?.refundedSatang ?? 0, 'exact') })
    // Money goes back days later: the second of it says nothing.
    const later = step === 'refunded' || step === 'disputed'
    return { key: step, label, state, ...(at && { at: later ? formatDate(at, language) : formatTime(at) }) }
  })
}
