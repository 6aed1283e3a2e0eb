import { useNavigate, useSearch } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { type Kind, KINDS } from '@/features/catalogue/queries'
import { useTexts } from '@/i18n'
import { Chip } from '@/ui/chip'
import { SearchInput } from '@/features/games/search-input'
import { FoundGames } from '@/features/games/found-games'

export function GamesPage() {
  const t = useTexts('games')
  const { kind } = useSearch({ from: '/games' })
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const choose = (next: Kind | undefined) => void navigate({ to: '/games', search: next ? { kind: next } : {}, replace: true })
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center gap-3 md:justify-between">
        <h1 className="text-2xl max-md:w-full">{t('heading')}</h1>
        {/* A wide screen has the field above the page. */}
        <SearchInput className="md:hidden" placeholder={t('searchGames')} value={typed} onChange={setTyped} />
        {/* One row on a phone; it scrolls there. */}
        <fieldset className="-mx-4 min-w-0 overflow-x-auto px-4 py-1 [scrollbar-width:none] max-md:w-[calc(100%+2rem)] md:mx-0 md:px-1">
          <legend className="sr-only">{t('filter.label')}</legend>
          <div className="flex w-max gap-2">
            <Chip checked={kind === undefined} onChoose={() => choose(undefined)} label={t('filter.all')} />
            {KINDS.map((known) => (
              <Chip key={known} checked={kind === known} onChoose={() => choose(known)} label={t(`filter.${known}`)} />
            ))}
          </div>
        </fieldset>
      </div>
      <FoundGames
        search={search}
        kind={kind ?? null}
        onAll={() => {
          setTyped('')
          choose(undefined)
        }}
      />
    </div>
  )
}
