import type { Order } from '@/api/generated'
import { formatTime } from '@/i18n/format'
import { useTexts } from '@/i18n'
import type { TimelineStep } from '@/ui/timeline'
import { isByNumber } from './channel'
import { isMismatch } from './failure'

/** The customer's timeline in words, with the second of each step. */
export function useSteps(order: Order): TimelineStep[] {
  const t = useTexts('orders')
  const [line] = order.lines
  const single = order.lines.length === 1
  const byNumber = isByNumber(order.channel)
  return order.timeline.map(({ step, at, state }) => {
    let label = t(`step.${step}`)
    if (step === 'code_shown' && byNumber) label = t(state === 'done' ? 'step.codeSent' : 'step.codeSending')
    if (step === 'paid' && state !== 'done') label = t(byNumber ? 'step.codeWaiting' : 'step.paidWaiting')
    // Money came, if not the right sum: that is no failed payment to whoever sent it.
    if (step === 'failed' && isMismatch(order)) label = t('step.mismatch')
    if (step === 'delivered' && line) {
      if (!line.playerId) label = t('step.deliveredCode')
      else if (single && line.playerName) label = t('step.deliveredTo', { name: line.playerName })
    }
    return { key: step, label, state, ...(at && { at: formatTime(at) }) }
  })
}
