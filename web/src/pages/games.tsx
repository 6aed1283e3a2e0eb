import { useNavigate, useSearch } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import type { Kind } from '@/features/catalogue/queries'
import { useTexts } from '@/i18n'
import { Chip } from '@/ui/chip'
import { SearchInput } from '@/features/games/search-input'
import { FoundGames } from '@/features/games/found-games'

const KINDS: readonly Kind[] = ['TOPUP', 'VOUCHER']

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
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">{t('filter.label')}</legend>
          <Chip checked={kind === undefined} onChoose={() => choose(undefined)} label={t('filter.all')} />
          {KINDS.map((known) => (
            <Chip key={known} checked={kind === known} onChoose={() => choose(known)} label={t(`filter.${known}`)} />
          ))}
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
