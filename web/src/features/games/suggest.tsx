import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { History, Search } from 'lucide-react'
import { type RefObject, useDeferredValue, useEffect, useEffectEvent, useState } from 'react'
import { useFromPrice } from '@/features/catalogue/from-price'
import { suggestQuery } from '@/features/catalogue/queries'
import { hasTexts, useContent, useTexts } from '@/i18n'
import { Cover } from '@/ui/cover'
import { cx } from '@/ui/cx'
import { forgetSearches, readSearches, rememberSearch, useRecentSearches } from './recent-searches'

interface SuggestProps {
  /** Its field keeps the focus; the keys are handled here. */
  input: RefObject<HTMLInputElement | null>
  listId: string
  typed: string
  onClose: () => void
}

/** Games that match the typed text, or earlier searches: the list of the search field's combobox. */
export default function Suggest({ input, listId, typed, onClose }: SuggestProps) {
  const t = useTexts('games')
  const content = useContent()
  const from = useFromPrice()
  const navigate = useNavigate()
  const search = useDeferredValue(typed.trim())
  const { data } = useQuery({ ...suggestQuery(search), placeholderData: keepPreviousData })
  const recent = useRecentSearches()
  const [active, setActive] = useState(-1)
  const games = data?.games.items ?? []
  const words = search === '' ? recent : []
  const guessed = search !== '' && data?.games.guessed === true

  // New text belongs to the next page; leaving the field closes the list.
  const leave = () => input.current?.blur()
  const find = (word: string) => {
    rememberSearch(word)
    leave()
    void navigate({ to: '/search', search: { q: word } })
  }
  const choices = [
    ...words.map((word) => ({ key: `word ${word}`, choose: () => find(word) })),
    ...games.map((game) => ({
      key: `game ${game.id}`,
      choose: () => {
        if (search !== '') rememberSearch(content(game.name))
        leave()
        void navigate({ to: '/games/$id', params: { id: game.slug } })
      },
    })),
    ...(search === '' ? [] : [{ key: 'all', choose: () => find(search) }]),
  ]
  const chosen = Math.min(active, choices.length - 1)
  const idOf = (index: number) => `${listId}-${index}`

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // While letters are being composed, the keys belong to the composition.
    if (event.isComposing) return
    const steps: Record<string, number> = { ArrowDown: chosen + 1, ArrowUp: chosen - 1 }
    const next = steps[event.key]
    if (next !== undefined && choices.length > 0) {
      event.preventDefault()
      setActive(next < -1 ? choices.length - 1 : next >= choices.length ? -1 : next)
    } else if (event.key === 'Enter') {
      // Without a selection the form submits the typed text.
      if (chosen < 0) return rememberSearch(typed)
      event.preventDefault()
      choices[chosen]?.choose()
    } else if (event.key === 'Escape') {
      event.preventDefault()
      onClose()
    }
  })
  useEffect(readSearches, [])
  useEffect(() => {
    const field = input.current
    const hear = (event: KeyboardEvent) => onKey(event)
    field?.setAttribute('aria-autocomplete', 'list')
    field?.addEventListener('keydown', hear)
    return () => field?.removeEventListener('keydown', hear)
  }, [input])
  useEffect(() => {
    const field = input.current
    if (chosen < 0) field?.removeAttribute('aria-activedescendant')
    else field?.setAttribute('aria-activedescendant', `${listId}-${chosen}`)
    return () => field?.removeAttribute('aria-activedescendant')
  }, [input, listId, chosen])

  const row = (index: number) => ({
    id: idOf(index),
    role: 'option',
    'aria-selected': index === chosen,
    // The field keeps the focus.
    onPointerDown: (event: { preventDefault: () => void }) => event.preventDefault(),
    onPointerMove: () => setActive(index),
    onClick: choices[index]?.choose,
    className: cx('flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-2.5 py-1.5', index === chosen && 'bg-lime-dim'),
  })
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
        {words.map((word, index) => (
          <div key={word} {...row(index)}>
            <History className="size-4 flex-none text-mute" aria-hidden="true" />
            <span className="truncate">{word}</span>
          </div>
        ))}
        {games.map((game, index) => (
          <div key={game.id} {...row(words.length + index)}>
            <Cover
              hue={game.hue}
              motif={game.motif}
              glyph={game.glyph}
              card={game.kind === 'VOUCHER'}
              className="size-10 flex-none rounded-control"
            />
            <span className="min-w-0 flex-1">
              <span className="line-clamp-1 leading-snug font-semibold" lang="en">
                {content(game.name)}
              </span>
              <span className="block text-sm text-mute">{from(game)}</span>
            </span>
          </div>
        ))}
        {search !== '' && (
          <div {...row(choices.length - 1)}>
            <Search className="mx-3 size-4 flex-none text-lime" aria-hidden="true" />
            <span className="text-sm text-lime">{games.length > 0 ? t('seeAll') : t('searchAll', { search })}</span>
          </div>
        )}
      </div>
    </div>
  )
}
