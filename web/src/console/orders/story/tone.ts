import type { StoryEntry } from '@/api/generated'

export type Tone = 'good' | 'slow' | 'bad' | 'plain'

const TONES: Readonly<Record<string, Tone>> = {
  paid: 'good',
  line_delivered: 'good',
  delivered: 'good',
  refund_done: 'good',
  code_exchanged: 'good',
  line_retrying: 'slow',
  line_late: 'slow',
  line_switched: 'slow',
  payment_failed: 'slow',
  payment_expired: 'slow',
  code_claimed: 'slow',
  partner_given_up: 'slow',
  repair: 'bad',
  line_repair: 'bad',
  line_delivered_closed: 'bad',
  payment_mismatch: 'bad',
  paid_twice: 'bad',
  dispute: 'bad',
  refund_refused: 'bad',
}

/** Returns how an entry stands out: lime for what went well, amber for what costs time, red for what costs money. */
export function toneOf({ source, kind, detail }: StoryEntry): Tone {
  if (source === 'ledger') return 'plain'
  if (kind === 'mail') return detail.outcome === 'refused' || detail.outcome === 'given_up' ? 'slow' : 'plain'
  return TONES[kind] ?? 'plain'
}
