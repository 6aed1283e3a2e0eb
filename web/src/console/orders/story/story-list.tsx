import { useState } from 'react'
import type { OrderStory, StoryEntry, StorySource } from '@/api/generated'
import { hasText, useContent, useLanguage, useTexts } from '@/i18n'
import { dayOf, formatDate, formatTime } from '@/i18n/format'
import { cx } from '@/ui/cx'
import { useDuration } from './duration'
import { FactList } from './fact-list'
import { type Gap, tell, type ToldEntry } from './gaps'
import { toneOf } from './tone'
import { NowWaiting } from './now-waiting'

const SOURCES: readonly StorySource[] = ['customer', 'shop', 'provider', 'partner', 'stock', 'ledger', 'messages', 'staff']

/** The time line of an order from every source, with the long silences in it. */
export function StoryList({ data: { story, order } }: { data: OrderStory }) {
  const t = useTexts('consoleOrders')
  const [chosen, setChosen] = useState<StorySource>()
  const content = useContent()
  const told = tell(story, order.lines.length)
  const items = new Map(order.lines.map(({ id, name }) => [String(id), content(name)]))
  const shown = chosen ? told.entries.filter(({ entry }) => entry.source === chosen) : told.entries
  const counts = new Map(SOURCES.map((source) => [source, story.filter((entry) => entry.source === source).length]))
  return (
    <section aria-label={t('story.heading')} className="min-w-0 rounded-panel border border-line bg-panel p-3.5">
      <h2 className="sr-only">{t('story.heading')}</h2>
      <div role="group" aria-label={t('story.filter')} className="mb-2.5 flex flex-wrap gap-2">
        <SourceChip label={t('story.everything')} count={story.length} isChosen={!chosen} onChoose={() => setChosen(undefined)} />
        {SOURCES.filter((source) => (counts.get(source) ?? 0) > 0).map((source) => (
          <SourceChip
            key={source}
            label={t(`source.${source}`)}
            count={counts.get(source) ?? 0}
            isChosen={chosen === source}
            onChoose={() => setChosen(source)}
          />
        ))}
      </div>
      <ol className="flex flex-col">
        {shown.map((one, index) => (
          // The story only grows, at its end.
          // oxlint-disable-next-line react/no-array-index-key
          <Told key={index} told={one} before={shown[index - 1]?.entry} hasGaps={!chosen} items={items} />
        ))}
      </ol>
      {shown.length === 0 && <p className="text-mute">{t('story.empty')}</p>}
      {!chosen && told.now && <NowWaiting {...told.now} />}
    </section>
  )
}

interface SourceChipProps {
  label: string
  count: number
  isChosen: boolean
  onChoose: () => void
}

function SourceChip({ label, count, isChosen, onChoose }: SourceChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={cx(
        'num min-h-9 rounded-control px-2.5 text-xs ring-1 ring-inset md:min-h-7',
        isChosen ? 'bg-raise text-text ring-control' : 'text-mute ring-line hover:text-text',
      )}
    >
      {label} <span className="text-mute">{count}</span>
    </button>
  )
}

const DOTS = { good: 'bg-lime', slow: 'bg-amber', bad: 'bg-red', plain: 'bg-control' } as const

/** The columns of a line: time, source, mark, words. On a phone time and source stand above the words. */
const LINE = 'grid gap-x-3 grid-cols-[0.625rem_minmax(0,1fr)] sm:grid-cols-[3.75rem_5.5rem_0.625rem_minmax(0,1fr)]'

interface ToldProps {
  told: ToldEntry
  before: StoryEntry | undefined
  hasGaps: boolean
  items: ReadonlyMap<string, string>
}

function Told({ told: { entry, gap }, before, hasGaps, items }: ToldProps) {
  const t = useTexts('consoleOrders')
  const language = useLanguage()
  const isNewDay = !before || dayOf(before.at) !== dayOf(entry.at)
  return (
    <>
      {hasGaps && gap && <GapLine gap={gap} />}
      {isNewDay && (
        <li className="num border-b border-line pt-2 pb-0.5 text-xs text-mute">
          <time dateTime={dayOf(entry.at)}>{formatDate(entry.at, language)}</time>
        </li>
      )}
      <li className={cx(LINE, 'py-1')}>
        <p className="contents max-sm:col-start-2 max-sm:flex max-sm:gap-2">
          <time dateTime={entry.at} className="num text-xs text-mute sm:text-right sm:leading-5.5">
            {formatTime(entry.at)}
          </time>
          <span className="text-xs text-mute sm:leading-5.5">{t(`source.${entry.source}`)}</span>
        </p>
        <span
          aria-hidden="true"
          className={cx('mt-1.5 size-2.5 rounded-full max-sm:col-start-1 max-sm:row-start-1', DOTS[toneOf(entry)])}
        />
        <div className="min-w-0 max-sm:col-start-2">
          <p>
            <EntryWords entry={entry} />
          </p>
          <FactList entry={entry} items={items} />
        </div>
      </li>
    </>
  )
}

/** What happened, in words; a kind without words stands for itself. */
function EntryWords({ entry: { source, kind, detail } }: { entry: StoryEntry }) {
  const t = useTexts('consoleOrders')
  if (source === 'ledger') {
    const key = `journal.${kind}`
    return <>{hasText('consoleOrders', key) ? t(key as 'journal.captured') : <Unknown kind={kind} />}</>
  }
  if (source === 'stock') {
    const key = `hold.${kind}.${String(detail.what)}`
    if (hasText('consoleOrders', key)) return <>{t(key as 'hold.held.stock')}</>
  }
  const key = `kind.${kind}`
  return <>{hasText('consoleOrders', key) ? t(key as 'kind.created') : <Unknown kind={kind} />}</>
}

const Unknown = ({ kind }: { kind: string }) => (
  <code className="font-mono" lang="en">
    {kind}
  </code>
)

function GapLine({ gap: { seconds, waiting } }: { gap: Gap }) {
  const t = useTexts('consoleOrders')
  const duration = useDuration()
  const time = duration(seconds)
  return (
    <li className={LINE}>
      <span
        aria-hidden="true"
        className={cx('mx-auto my-0.5 min-h-5 border-l border-dashed sm:col-start-3', waiting ? 'border-amber' : 'border-control')}
      />
      <p className={cx('text-xs leading-6', waiting ? 'text-amber' : 'text-mute')}>
        {waiting ? t(`gap.${waiting}`, { time }) : t('gap.nobody', { time })}
      </p>
    </li>
  )
}
