import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { History, Search } from 'lucide-react'
import { type ReactNode, type RefObject, useDeferredValue, useEffect } from 'react'
import { useFromPrice } from '@/features/catalogue/from-price'
import { namedKind } from '@/features/catalogue/kind-name'
import { type Kind, suggestQuery } from '@/features/catalogue/queries'
import { hasTexts, useContent, useTexts } from '@/i18n'
import { Cover } from '@/ui/cover'
import { Found } from './found'
import { forgetSearches, readSearches, rememberSearch, useRecentSearches } from './recent-searches'
import { useChoices } from './use-choices'

/** Hits other than games. */
export interface Suggestion {
  key: string
  picture: ReactNode
  name: string
  about: string
  open: () => void
}

export interface SuggestProps {
  /** Its field keeps the focus. */
  input: RefObject<HTMLInputElement | null>
  listId: string
  typed: string
  others: readonly Suggestion[]
  onClose: () => void
}

/** Games and other things that match the typed text, or earlier searches: the list of the search field's combobox. */
export function Suggest({ input, listId, typed, others, onClose }: SuggestProps) {
  const t = useTexts('games')
  const content = useContent()
  const from = useFromPrice()
  const kindName = (kind: Kind) => {
    const named = namedKind(kind)
    return named && t(`filter.${named}`)
  }
  const navigate = useNavigate()
  const search = useDeferredValue(typed.trim())
  const { data } = useQuery({ ...suggestQuery(search), placeholderData: keepPreviousData })
  const recent = useRecentSearches()
  const guessed = search !== '' && data?.games.guessed === true
  // A guess gives way to what has that very name.
  const games = guessed && others.length > 0 ? [] : (data?.games.items ?? [])
  const words = search === '' ? recent : []

  // New text belongs to the next page; leaving the field closes the list.
  const open = (word: string, go: () => void) => {
    if (word !== '') rememberSearch(word)
    input.current?.blur()
    go()
  }
  const find = (word: string) => open(word, () => void navigate({ to: '/search', search: { q: word } }))
  const kept = (name: string) => (search === '' ? '' : name)
  const options = [
    ...words.map((word) => ({
      key: `word ${word}`,
      choose: () => find(word),
      shown: (
        <>
          <History className="size-4 flex-none text-mute" aria-hidden="true" />
          <span className="truncate">{word}</span>
        </>
      ),
    })),
    ...games.map((game) => ({
      key: `game ${game.id}`,
      choose: () => open(kept(content(game.name)), () => void navigate({ to: '/games/$id', params: { id: game.slug } })),
      shown: (
        <Found
          picture={
            <Cover
              hue={game.hue}
              motif={game.motif}
              glyph={game.glyph}
              card={game.kind === 'VOUCHER'}
              className="size-10 flex-none rounded-control"
            />
          }
          name={<span lang="en">{content(game.name)}</span>}
          about={[kindName(game.kind), from(game)].filter(Boolean).join(' · ')}
        />
      ),
    })),
    ...others.map(({ key, name, open: go, ...shown }) => ({
      key,
      choose: () => open(kept(name), go),
      shown: <Found name={name} {...shown} />,
    })),
    ...(search === ''
      ? []
      : [
          {
            key: 'all',
            choose: () => find(search),
            shown: (
              <>
                <Search className="mx-3 size-4 flex-none text-lime" aria-hidden="true" />
                <span className="text-sm text-lime">{games.length + others.length > 0 ? t('seeAll') : t('searchAll', { search })}</span>
              </>
            ),
          },
        ]),
  ]
  const row = useChoices({ input, listId, choices: options, onSubmit: () => rememberSearch(typed), onClose })
  useEffect(readSearches, [])
  const [first] = games
  // It loads its own texts: the field is on pages that lack them.
  if (!hasTexts('games', 'home')) return null
  return (
    <div
      className="absolute top-full right-0 z-40 mt-2 w-88 rounded-panel border border-line bg-raise p-2 shadow-xl"
      // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
      onPointerDown={(event) => event.preventDefault()}
    >
      {words.length > 0 && (
        <div className="flex items-center justify-between px-2.5 text-sm text-mute">
          {t('recent')}
          <button
            type="button"
            tabIndex={-1}
            className="min-h-9 px-1 underline-offset-4 hover:text-text hover:underline"
            onClick={forgetSearches}
          >
            {t('clearRecent')}
          </button>
        </div>
      )}
      {guessed && first && <p className="px-2.5 py-1.5 text-sm text-mute">{t('guessed', { search, name: content(first.name) })}</p>}
      <div id={listId} role="listbox" aria-label={t('suggestions')}>
        {options.map(({ key, shown }, index) => (
          <div
            key={key}
            {...row(index)}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-2.5 py-1.5 aria-selected:bg-lime-dim"
          >
            {shown}
          </div>
        ))}
      </div>
    </div>
  )
}
