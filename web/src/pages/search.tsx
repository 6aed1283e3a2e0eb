import { ClientOnly, useNavigate, useSearch } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { Suspense, useDeferredValue, useEffect } from 'react'
import { texts, useTexts } from '@/i18n'
import { part } from '@/ui/load'
import { FoundGames } from '@/features/games/found-games'
import { SearchInput } from '@/features/games/search-input'
import { forgetSearches, readSearches, rememberSearch, useRecentSearches } from '@/features/games/recent-searches'

// Tournaments and teams with that name, below the games.
const EsportsFound = part(async () => {
  const [{ EsportsFound }] = await Promise.all([import('@/features/teams/esports-found'), texts('tournaments', 'scores', 'teams')()])
  return { default: EsportsFound }
})

export function SearchPage() {
  const t = useTexts('games')
  const { q = '' } = useSearch({ from: '/search' })
  const navigate = useNavigate()
  const search = useDeferredValue(q.trim())
  const look = (word: string) => void navigate({ to: '/search', search: word.trim() ? { q: word } : {}, replace: true })
  return (
    <div className="flex flex-col gap-5">
      <h1 className="text-2xl">{t('searchHeading')}</h1>
      {/* A search is remembered once it led to something: it was submitted, or a result was opened. */}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          rememberSearch(q)
          if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
        }}
      >
        <SearchInput focused value={q} onChange={look} />
      </form>
      {search === '' && <Recent onChoose={look} />}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions jsx-a11y/click-events-have-key-events */}
      <div
        className="flex flex-col gap-8"
        onClickCapture={(event) => event.target instanceof Element && event.target.closest('a') && rememberSearch(q)}
      >
        <FoundGames search={search} kind={null} onAll={() => void navigate({ to: '/games' })}>
          {search !== '' && (
            <ClientOnly>
              <Suspense fallback={null}>
                <EsportsFound search={search} />
              </Suspense>
            </ClientOnly>
          )}
        </FoundGames>
      </div>
    </div>
  )
}

function Recent({ onChoose }: { onChoose: (word: string) => void }) {
  const t = useTexts('games')
  const words = useRecentSearches()
  useEffect(readSearches, [])
  if (words.length === 0) return null
  return (
    <section aria-labelledby="recent" className="flex flex-col gap-2">
      <div className="flex items-center justify-between">
        <h2 id="recent" className="text-base">
          {t('recent')}
        </h2>
        <button
          type="button"
          className="min-h-11 px-2 text-sm text-mute underline-offset-4 hover:text-text hover:underline"
          onClick={forgetSearches}
        >
          {t('clearRecent')}
        </button>
      </div>
      <ul className="flex flex-wrap gap-2">
        {words.map((word) => (
          <li key={word}>
            <button
              type="button"
              className="inline-flex min-h-11 items-center gap-2 rounded-control px-3 text-sm ring-1 ring-control ring-inset hover:ring-lime"
              onClick={() => onChoose(word)}
            >
              <History className="size-4 text-mute" aria-hidden="true" />
              {word}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
