import type { StoryEntry } from '@/api/generated'
import { hasText, useContent, useLanguage, useTexts } from '@/i18n'
import { formatDateTime, formatTime, dayOf } from '@/i18n/format'
import { Amount } from '@/ui/amount'
import { type FactValue, factsOf } from './facts'

interface FactListProps {
  entry: StoryEntry
  /** Names of the order's items, by id. */
  items: ReadonlyMap<string, string>
}

/** What belongs to an entry, in small print. */
export function FactList({ entry, items }: FactListProps) {
  const t = useTexts('consoleOrders')
  const facts = factsOf(entry)
  if (facts.length === 0) return null
  return (
    <dl className="flex flex-wrap gap-x-3 text-xs text-mute">
      {facts.map(({ name, value }) => (
        <div key={value.as === 'booking' ? value.account : name} className="flex min-w-0 flex-wrap gap-x-1">
          <dt className={isSaid(value) ? 'sr-only' : undefined}>
            {hasText('consoleOrders', `fact.${name}`) ? t(`fact.${name}` as 'fact.payment') : <code className="font-mono">{name}</code>}
          </dt>
          <dd className="min-w-0 text-text/80">
            {(name === 'line' && value.as === 'id' && items.get(value.text)) || <Value value={value} at={entry.at} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Values that need no label before them. */
const isSaid = (value: FactValue) =>
  value.as === 'quote' || value.as === 'booking' || value.as === 'text' || (value.as === 'word' && value.group === 'is')

function Value({ value, at }: { value: FactValue; at: string }) {
  const t = useTexts('consoleOrders')
  const content = useContent()
  const language = useLanguage()
  switch (value.as) {
    case 'money':
      return <Amount satang={value.satang} decimals="exact" />
    case 'time':
      // The day is in the line above, unless it is another.
      return <span className="num">{dayOf(value.at) === dayOf(at) ? formatTime(value.at) : formatDateTime(value.at, language)}</span>
    case 'id':
      return <Id>{value.text}</Id>
    case 'count':
      return <span className="num">{value.count}</span>
    case 'quote':
      return <q>{value.text}</q>
    case 'text':
      return <q>{content(value.text)}</q>
    case 'word': {
      const key = `word.${value.group}.${value.word}`
      return hasText('consoleOrders', key) ? t(key as 'word.device.web') : <Id>{value.word}</Id>
    }
    case 'change':
      return (
        <>
          <Id>{value.from}</Id>
          <span aria-hidden="true"> → </span>
          <span className="sr-only"> {t('story.becomes')} </span>
          <Id>{value.to}</Id>
        </>
      )
    case 'booking': {
      const key = `account.${value.account}`
      return (
        <>
          {hasText('consoleOrders', key) ? t(key as 'account.bank') : <Id>{value.account}</Id>}{' '}
          <Amount satang={value.satang} decimals="exact" />
        </>
      )
    }
  }
}

export const Id = ({ children }: { children: string }) => <code className="font-mono text-[0.95em] break-all">{children}</code>
