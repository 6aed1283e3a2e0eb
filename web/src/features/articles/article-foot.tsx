import { Link, type LinkProps } from '@tanstack/react-router'
import { GameGrid } from '@/features/catalogue/game-card'
import { useTexts } from '@/i18n'
import { cx } from '@/ui/cx'
import type { Article } from './queries'

/** The games that an article is about, each one tap away from topping up. */
export function RelatedGames({ games }: Pick<Article, 'games'>) {
  const t = useTexts('articles')
  if (games.length === 0) return null
  return (
    <section className="flex flex-col gap-4">
      <h2 className="text-xl">{t('related')}</h2>
      <GameGrid games={games} />
    </section>
  )
}

/** Links to the articles before and after. */
export function Neighbours({ previous, next }: Pick<Article, 'previous' | 'next'>) {
  const t = useTexts('articles')
  if (!previous && !next) return null
  return (
    <nav aria-label={t('around.label')} className="grid gap-3 border-t border-line pt-6 sm:grid-cols-2">
      {previous && <Neighbour link={previous} label={t('around.previous')} rel="prev" />}
      {next && <Neighbour link={next} label={t('around.next')} rel="next" />}
    </nav>
  )
}

interface NeighbourProps {
  link: { path: string; title: string }
  label: string
  rel: 'prev' | 'next'
}

function Neighbour({ link, label, rel }: NeighbourProps) {
  return (
    <Link
      // The catalogue names it; the router finds its page.
      to={link.path as LinkProps['to']}
      rel={rel}
      className={cx(
        'flex flex-col rounded-panel border border-line bg-panel px-4 py-3 hover:border-control hover:text-lime',
        rel === 'next' && 'sm:col-start-2 sm:text-right',
      )}
    >
      <span className="text-sm text-mute">
        <span aria-hidden="true">{rel === 'prev' && '‹ '}</span>
        {label}
        <span aria-hidden="true">{rel === 'next' && ' ›'}</span>
      </span>
      <span className="line-clamp-2 font-semibold">{link.title}</span>
    </Link>
  )
}
