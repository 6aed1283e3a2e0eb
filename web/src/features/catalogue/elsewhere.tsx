import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { GameGrid } from './game-card'
import { homeQuery } from './queries'
import { useLanguage, useTexts } from '@/i18n'
import { inLanguage } from '@/i18n/language'
import { BarIcon } from '@/ui/bar-icon'

const SHOWN = 6

/** Suggestions for a visitor at a dead end: a search, and the best sellers. */
export default function Elsewhere() {
  const t = useTexts('common')
  const language = useLanguage()
  const navigate = useNavigate()
  const { data } = useQuery(homeQuery)
  const games = new Map(data?.home.shelves.flatMap((shelf) => shelf.games).map((game) => [game.id, game]))
  return (
    <div className="mt-3 flex w-full flex-col items-center gap-8">
      <search className="w-full max-w-md">
        <form
          className="relative"
          action={inLanguage('/search', language)}
          onSubmit={(event) => {
            event.preventDefault()
            const q = String(new FormData(event.currentTarget).get('q') ?? '').trim()
            void navigate({ to: '/search', search: q ? { q } : {} })
          }}
        >
          <BarIcon shape="search" className="pointer-events-none absolute top-3.5 left-4 text-mute" />
          <input
            name="q"
            type="search"
            aria-label={t('search.label')}
            placeholder={t('search.placeholder')}
            className="min-h-12 w-full rounded-control bg-ground pr-4 pl-12 text-base ring-1 ring-control ring-inset placeholder:text-mute focus-visible:ring-2 focus-visible:ring-lime focus-visible:outline-none"
          />
        </form>
      </search>
      {games.size > 0 && (
        <section className="w-full text-left">
          <h2 className="mb-4 text-xl">{t('error.notFoundPopular')}</h2>
          <GameGrid games={[...games.values()].slice(0, SHOWN)} />
        </section>
      )}
    </div>
  )
}
