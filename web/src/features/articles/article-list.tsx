import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { ArticlesQuery } from '@/api/catalogue.gen'
import { useContent, useTexts } from '@/i18n'
import { buttonClass } from '@/ui/button'
import { centre } from '@/ui/centre'
import { cx } from '@/ui/cx'
import { EmptyState } from '@/ui/feedback'
import { isPromotion, LISTS, type ListedKind } from './kinds'
import { ArticleCard } from './list-card'
import { runningFirst } from './promotion-state'

interface ArticleListProps {
  kind: ListedKind
  list: ArticlesQuery['articles']
  /** Slug of the game that the list is about. */
  game: string | undefined
}

/** A page of a list: its filter, the first article large, the others as cards. */
export function ArticleList({ kind, list, game }: ArticleListProps) {
  const { page, perPage, total } = list
  const items = runningFirst(list.items)
  const pages = Math.ceil(total / perPage)
  return (
    <div className="flex flex-col gap-8">
      {list.games.length > 1 && <GameFilter kind={kind} games={list.games} chosen={game} />}
      {items.length === 0 ? (
        <Nothing kind={kind} filtered={game !== undefined} />
      ) : (
        <ul className="grid gap-x-5 gap-y-9 sm:grid-cols-2 md:grid-cols-3">
          {items.map((item, index) => (
            <ArticleCard key={item.id} item={item} kind={kind} large={index === 0 && page === 1} />
          ))}
        </ul>
      )}
      {pages > 1 && <Pages kind={kind} game={game} page={page} pages={pages} />}
    </div>
  )
}

function GameFilter({ kind, games, chosen }: { kind: ListedKind; games: ArticleListProps['list']['games']; chosen: string | undefined }) {
  const t = useTexts('articles')
  const content = useContent()
  const row = useRef<HTMLUListElement>(null)
  useEffect(() => centre(row.current, '[aria-current]'), [chosen])
  const chip = (label: string, slug?: string) => (
    <li key={slug ?? ''} className="flex-none">
      <Link
        to={LISTS[kind]}
        search={slug ? { game: slug } : {}}
        resetScroll={false}
        aria-current={slug === chosen ? 'true' : undefined}
        lang={slug && 'en'}
        className={cx(
          'num inline-flex min-h-11 items-center rounded-control px-4 text-sm whitespace-nowrap ring-1 ring-inset',
          slug === chosen ? 'bg-lime-dim text-lime ring-lime' : 'text-mute ring-control hover:text-text',
        )}
      >
        {label}
      </Link>
    </li>
  )
  return (
    <nav aria-label={t('filter.label')}>
      <ul ref={row} className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 md:mx-0 md:flex-wrap md:overflow-visible md:px-0">
        {chip(t('filter.all'))}
        {games.map((game) => chip(content(game.name), game.slug))}
      </ul>
    </nav>
  )
}

function Nothing({ kind, filtered }: { kind: ListedKind; filtered: boolean }) {
  const t = useTexts('articles')
  const look = buttonClass('primary')
  if (filtered) {
    return (
      <EmptyState
        action={
          <Link to={LISTS[kind]} className={look}>
            {t('empty.showAll')}
          </Link>
        }
      >
        {t('empty.filtered')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      action={
        <Link to="/games" className={look}>
          {t('empty.games')}
        </Link>
      }
    >
      {t(isPromotion(kind) ? 'empty.promotion' : 'empty.article')}
    </EmptyState>
  )
}

interface PagesProps {
  kind: ListedKind
  game: string | undefined
  page: number
  pages: number
}

/** Every page has an address. */
function Pages({ kind, game, page, pages }: PagesProps) {
  const t = useTexts('articles')
  const label = t('pager.label', { page, pages })
  const link = (to: number, rel: 'prev' | 'next', text: string) =>
    to < 1 || to > pages ? (
      <span className="min-w-24" />
    ) : (
      <Link
        to={LISTS[kind]}
        search={{ ...(game && { game }), ...(to > 1 && { page: to }) }}
        rel={rel}
        className={cx(buttonClass('plain'), 'min-w-24')}
      >
        {text}
      </Link>
    )
  return (
    <nav aria-label={label} className="flex items-center justify-center gap-4">
      {link(page - 1, 'prev', t('pager.previous'))}
      <span className="text-mute">{label}</span>
      {link(page + 1, 'next', t('pager.next'))}
    </nav>
  )
}
