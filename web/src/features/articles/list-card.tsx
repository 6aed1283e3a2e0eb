import { Link } from '@tanstack/react-router'
import { useContent, useLanguage, useTexts } from '@/i18n'
import { formatDate } from '@/i18n/format'
import { useNow } from '@/features/tournaments/now'
import { Cover } from '@/ui/cover'
import { cx } from '@/ui/cx'
import { Tag } from '@/ui/tag'
import { LISTS, type ListedKind } from './kinds'
import { useWindowText } from './promotion-parts'
import { overallMark, stateAt } from './promotion-state'
import type { ArticleItem } from './queries'

interface ArticleCardProps {
  item: ArticleItem
  kind: ListedKind
  /** The first of a list: wide, with its picture beside the text. */
  large?: boolean
  /** Its heading's level on the page. */
  heading?: 'h2' | 'h3'
}

const TONES = { RUNNING: 'lime', UPCOMING: 'amber', OVER: undefined } as const

/** An article in a list. */
export function ArticleCard({ item, kind, large = false, heading: Title = 'h2' }: ArticleCardProps) {
  const t = useTexts('articles')
  const content = useContent()
  const now = useNow()
  const { promotion, review, games } = item
  const state = promotion && stateAt(promotion, now)
  return (
    <li
      className={cx(
        'relative flex min-w-0 flex-col gap-3',
        large && 'sm:col-span-full sm:grid sm:grid-cols-2 sm:items-center sm:gap-7 md:grid-cols-[1.5fr_1fr]',
        state === 'OVER' && 'text-mute',
      )}
    >
      <div className={cx('relative overflow-hidden rounded-panel', state === 'OVER' && 'grayscale')}>
        <Cover
          hue={item.hue}
          motif={item.motif}
          glyph={games[0]?.glyph}
          ratio="16:9"
          className={cx('block w-full', large ? 'aspect-[16/9]' : 'aspect-[2/1]')}
        />
        <span className="absolute inset-x-3 top-3 flex flex-wrap items-start justify-between gap-2">
          {state ? <Tag tone={TONES[state]}>{t(`promotion.state.${state}`)}</Tag> : <span />}
          {review && (
            <span className="num rounded bg-ink/85 px-2 text-lg leading-8 text-lime">
              <span aria-hidden="true">{overallMark(review.marks)}</span>
              <span className="sr-only">{t('review.of', { mark: overallMark(review.marks) })}</span>
            </span>
          )}
        </span>
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        {games.length > 0 && (
          <p className="line-clamp-1 text-xs text-mute" lang="en">
            {games.map((game) => content(game.name)).join(' · ')}
          </p>
        )}
        <Title className={cx('leading-snug', large ? 'text-2xl md:text-3xl' : 'text-lg')}>
          <Link
            to={`${LISTS[kind]}/$id`}
            params={{ id: String(item.id) }}
            className="line-clamp-3 after:absolute after:inset-0 hover:text-lime"
          >
            {item.title}
          </Link>
        </Title>
        {promotion ? <p className="num text-text">{promotion.gets}</p> : <p className="line-clamp-2 text-mute">{item.summary}</p>}
        <Facts item={item} state={state} />
      </div>
    </li>
  )
}

function Facts({ item, state }: { item: ArticleItem; state: ReturnType<typeof stateAt> | null }) {
  const t = useTexts('articles')
  const language = useLanguage()
  const when = useWindowText()
  if (item.promotion && state) return <p className="text-sm text-mute">{when(item.promotion, state)}</p>
  return (
    <p className="text-sm text-mute">
      <time dateTime={item.publishedAt}>{formatDate(item.publishedAt, language)}</time> · {t('minutes', { count: item.minutes })}
    </p>
  )
}
