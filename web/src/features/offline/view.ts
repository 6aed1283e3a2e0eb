import en from '@/i18n/en/offline'
import th from '@/i18n/th/offline'
import { formatDateTime, formatDay, formatTime } from '@/i18n/format'
import type { Language } from '@/i18n/language'
import { formatBaht } from '@/ui/baht'
import type { Kept, KeptMatch, KeptOrder } from './kept'

// Drawn without React: the page has to come whole, from the service worker alone.

const TEXTS = { th, en }

/** Returns the texts of the offline page. */
export const textsOf = (language: Language) => TEXTS[language]

const fill = (text: string, values: Record<string, string>) => text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')

type Child = Node | string | undefined

function element<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className: string, ...children: Child[]): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  made.className = className
  made.append(...children.filter((child) => child !== undefined))
  return made
}

export interface Offline extends Pick<Kept, 'matches' | 'orders'> {
  language: Language
  /** Whether the browser believes that it is online: then it is the site that does not answer. */
  online: boolean
  now: number
  retry: () => void
}

/** Returns the content of the offline page. */
export function offlinePage({ language, online, matches, orders, now, retry }: Offline): HTMLElement {
  const t = textsOf(language)
  const { heading, text } = online ? t.unreachable : t.offline
  const button = element('button', 'retry', t.retry)
  button.type = 'button'
  button.addEventListener('click', retry)
  return element(
    'main',
    '',
    element('h1', '', heading),
    element('p', 'lead', text),
    button,
    ...section(
      t.matches,
      t.matchesNote,
      matches.map((match) => ticket(match, language)),
    ),
    ...section(
      t.orders,
      t.ordersNote,
      orders.map((order) => row(order, language, now)),
    ),
    ...(matches.length + orders.length === 0 ? [element('p', 'nothing', t.nothing)] : []),
  )
}

/** A heading with its list; nothing without items. */
function section(heading: string, note: string, items: HTMLElement[]): HTMLElement[] {
  if (items.length === 0) return []
  return [element('section', '', element('h2', '', heading), element('p', 'note', note), element('ul', '', ...items))]
}

const seen = (at: number, language: Language) => element('p', 'note', fill(textsOf(language).seen, { at: formatDateTime(at, language) }))

function ticket({ id, tournament, opponent, label, at, seenAt }: KeptMatch, language: Language): HTMLElement {
  const t = textsOf(language)
  const time = element('time', 'when', fill(t.time, { day: formatDay(at, language), time: formatTime(at, false) }))
  time.dateTime = at
  const room = [label && fill(t.label, { label }), fill(t.room, { id: String(id) })].filter(Boolean).join(' · ')
  return element(
    'li',
    'ticket',
    time,
    element('p', 'name', opponent === undefined ? t.unknown : fill(t.versus, { opponent })),
    element('p', 'about', tournament),
    element('p', 'about', room),
    seen(seenAt, language),
  )
}

function row({ number, name, totalSatang, state, expiresAt, seenAt }: KeptOrder, language: Language, now: number): HTMLElement {
  const t = textsOf(language)
  const over = state === 'pending' && expiresAt !== undefined && Date.parse(expiresAt) <= now
  const amount = fill(t.baht, { amount: formatBaht(totalSatang, 'exact') })
  return element(
    'li',
    'order',
    element('div', 'line', element('p', 'name', name[language]), element('p', 'amount', amount)),
    element('div', 'line', element('p', 'about', number), element('p', 'state', over ? t.state.expired : t.state[state])),
    seen(seenAt, language),
  )
}
