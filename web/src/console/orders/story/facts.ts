import type { StoryEntry } from '@/api/generated'
import { ledgerEntries } from './money'

/** A value of an entry's detail, by the way it is shown. */
export type FactValue =
  | { as: 'money'; satang: number }
  | { as: 'time'; at: string }
  /** An id, a reference, a code: in monospace. */
  | { as: 'id'; text: string }
  | { as: 'count'; count: number }
  /** Somebody's own words. */
  | { as: 'quote'; text: string }
  | { as: 'text'; text: { th: string; en: string } }
  /** One of a few known words, by its group in the texts. */
  | { as: 'word'; group: WordGroup; word: string }
  | { as: 'change'; from: string; to: string }
  | { as: 'booking'; account: string; satang: number }

type WordGroup = 'letter' | 'outcome' | 'device' | 'choice' | 'dispute' | 'noteReason' | 'is' | 'unmatched'

/** A small fact of an entry; `name` is the key of its label, or an unknown name as the server writes it. */
export interface Fact {
  name: string
  value: FactValue
}

type Reader = (value: unknown) => FactValue | undefined

const money: Reader = (value) => (typeof value === 'number' ? { as: 'money', satang: value } : undefined)
const time: Reader = (value) => (typeof value === 'string' ? { as: 'time', at: value } : undefined)
const count: Reader = (value) => (typeof value === 'number' ? { as: 'count', count: value } : undefined)
const id: Reader = (value) => (typeof value === 'string' || typeof value === 'number' ? { as: 'id', text: String(value) } : undefined)
const quote: Reader = (value) => (typeof value === 'string' && value !== '' ? { as: 'quote', text: value } : undefined)
const word =
  (group: WordGroup): Reader =>
  (value) =>
    typeof value === 'string' ? { as: 'word', group, word: value } : undefined
/** A yes is said by its name; a no needs no words. */
const flag =
  (name: string): Reader =>
  (value) =>
    value === true ? { as: 'word', group: 'is', word: name } : undefined
const localized: Reader = (value) =>
  typeof value === 'object' && value !== null && 'th' in value && 'en' in value
    ? { as: 'text', text: value as { th: string; en: string } }
    : undefined

/** Details that mean the same in every entry. */
const READERS: Readonly<Record<string, Reader>> = {
  totalSatang: money,
  amountSatang: money,
  refundedSatang: money,
  chargedBackSatang: money,
  again: time,
  readAt: time,
  settledAt: time,
  attempts: count,
  tries: count,
  quantity: count,
  note: quote,
  reason: quote,
  title: localized,
  letter: word('letter'),
  outcome: word('outcome'),
  device: word('device'),
  choice: word('choice'),
  dispute: word('dispute'),
  late: flag('late'),
  newReference: (value) => (typeof value === 'boolean' ? flag('newReference')(value) : id(value)),
}

/** Details that one kind of entry has in a sense of its own. */
const OF_KIND: Readonly<Record<string, Readonly<Record<string, Reader>>>> = {
  credit_note: { reason: word('noteReason') },
  debit_note: { reason: word('noteReason') },
  unmatched_charge_closed: { reason: word('unmatched') },
}

/** Details that have a label; any other shows its own name. */
const LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  payment_begun: { number: 'payingNumber' },
  webhook: { from: 'sender' },
}

const NOT_SHOWN: Readonly<Record<string, readonly string[]>> = {
  // The sentence says it.
  held: ['what'],
  used: ['what'],
  released: ['what'],
}

/** Returns the small facts of an entry; what is empty or has a shape of its own that nobody knows is left out. */
export function factsOf(entry: StoryEntry): Fact[] {
  const { kind, source } = entry
  const detail = flattened(entry.detail)
  const facts: Fact[] = changesOf(detail)
  const said = new Set<string>(facts.length > 0 ? ['from', 'to', 'before', 'after'] : [])
  for (const hidden of NOT_SHOWN[kind] ?? []) said.add(hidden)
  if (source === 'ledger') {
    said.add('entries')
    for (const { account, amountSatang } of ledgerEntries(entry)) {
      facts.push({ name: 'booking', value: { as: 'booking', account, satang: amountSatang } })
    }
  }
  for (const [name, found] of Object.entries(detail)) {
    if (said.has(name)) continue
    const read = (source !== 'ledger' && OF_KIND[kind]?.[name]) || READERS[name] || id
    const value = read(found)
    if (value) facts.push({ name: LABELS[kind]?.[name] ?? name, value })
  }
  return facts
}

/** Acts of staff have their particulars one level deeper. */
function flattened({ detail, ...rest }: StoryEntry['detail']): StoryEntry['detail'] {
  return typeof detail === 'object' && detail !== null ? { ...rest, ...detail } : rest
}

const CORRECTED = ['name', 'playerId', 'playerName', 'serverName'] as const

/** Returns what was replaced by what. */
function changesOf({ from, to, before, after }: StoryEntry['detail']): Fact[] {
  if (typeof from === 'string' && typeof to === 'string') return [{ name: 'change', value: { as: 'change', from, to } }]
  if (!isRecord(before)) return []
  const next = isRecord(after) ? after : before
  // The buyer wanted the money back: nothing replaces it.
  if (!CORRECTED.some((name) => name in next))
    return typeof next.amountSatang === 'number' ? [{ name: 'amountSatang', value: { as: 'money', satang: next.amountSatang } }] : []
  return CORRECTED.filter((name) => text(before[name]) !== text(next[name])).map((name) => ({
    name,
    value: { as: 'change', from: text(before[name]), to: text(next[name]) },
  }))
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '–')
