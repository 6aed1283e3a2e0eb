import type { LocalizedText } from '@/api/generated'

/** A channel as its row in a list shows it. */
export interface ListedChannel {
  code: string
  name: LocalizedText
  note?: LocalizedText | null
  byNumber: boolean
  byCard?: boolean
  /** How a card is given, if one is saved. */
  cardFact?: string
  allowed: boolean
  flow?: string
  onPhone?: boolean
  usualSeconds?: number | null
  refund?: { whole: boolean }
  reason?: { code: string; message: string; suits?: string | null } | null
}

/** The texts of a channel's row; each namespace whose pages list channels has them. */
type ChannelText =
  | 'channel.fast'
  | 'channel.fastByPhone'
  | 'channel.other'
  | 'channel.opensApp'
  | 'channel.scanOnPhone'
  | 'channel.leadsOn'
  | 'channel.cardForm'
  | 'channel.usualSeconds'
  | 'channel.usualMinutes'
  | 'channel.refundable'
  | 'channel.useInstead'
export type ChannelTexts = (key: ChannelText, values?: Readonly<Record<string, unknown>>) => string

/** Returns what helps to choose a channel: how it is paid, its note, its usual duration and whether money can come back. */
export function channelFacts(t: ChannelTexts, content: (text: LocalizedText) => string, channel: ListedChannel, phone: boolean): string[] {
  const { flow, onPhone, byCard, cardFact, note, usualSeconds, refund } = channel
  const facts: string[] = []
  if (onPhone) facts.push(t(phone ? 'channel.opensApp' : 'channel.scanOnPhone'))
  else if (flow === 'redirect') facts.push(t('channel.leadsOn'))
  if (byCard) facts.push(cardFact ?? t('channel.cardForm'))
  if (note) facts.push(content(note))
  if (usualSeconds != null) {
    const minutes = usualSeconds >= 100
    facts.push(
      t(minutes ? 'channel.usualMinutes' : 'channel.usualSeconds', { count: minutes ? Math.round(usualSeconds / 60) : usualSeconds }),
    )
  }
  if (refund?.whole) facts.push(t('channel.refundable'))
  return facts
}

/** A name between Thai words, which are joined to each other but not to Latin letters. */
export const amongThai = (name: string) => name.replace(/^(?=[A-Za-z])/, ' ').replace(/(?<=[A-Za-z0-9])$/, ' ')
