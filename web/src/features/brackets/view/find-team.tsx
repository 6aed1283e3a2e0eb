import type { BracketEntrant } from '@/api/generated'
import { Search, X } from 'lucide-react'
import { useDeferredValue, useId, useState } from 'react'
import { useEntrantTexts } from '@/i18n/entrants'

interface FindTeamProps {
  entrants: readonly BracketEntrant[]
  chosen: number | undefined
  onChoose: (contestantId: number) => void
  onClear: () => void
}

const MOST = 8

/** Finds a team by its name, and highlights its path. */
export function FindTeam({ entrants, chosen, onChoose, onClear }: FindTeamProps) {
  const t = useEntrantTexts('brackets')
  const id = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const query = useDeferredValue(typed.trim().toLocaleLowerCase())
  const found = query
    ? entrants.filter(({ name, shortName }) => `${name} ${shortName}`.toLocaleLowerCase().includes(query)).slice(0, MOST)
    : []
  const name = chosen === undefined ? undefined : entrants.find(({ contestantId }) => contestantId === chosen)?.name
  const choose = (entrant: BracketEntrant | undefined) => {
    if (!entrant) return
    setTyped('')
    onChoose(entrant.contestantId)
  }
  if (name) {
    return (
      <button
        type="button"
        onClick={onClear}
        className="flex min-h-11 max-w-64 items-center gap-2 rounded-control bg-lime-dim px-3 text-sm text-lime ring-1 ring-lime ring-inset"
      >
        <span className="min-w-0 overflow-x-clip text-ellipsis whitespace-nowrap">{name}</span>
        <X className="size-4 flex-none" aria-hidden="true" />
        <span className="sr-only">{t('view.clear')}</span>
      </button>
    )
  }
  return (
    <div className="relative w-44">
      <Search className="pointer-events-none absolute top-3.5 left-3 size-4 text-mute" aria-hidden="true" />
      <input
        type="search"
        role="combobox"
        aria-label={t('view.find')}
        placeholder={t('view.find')}
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? `${id}-${at}` : undefined}
        autoComplete="off"
        maxLength={80}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setAt(0)
        }}
        onKeyDown={(event) => {
          const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
          if (by) {
            event.preventDefault()
            setAt((now) => Math.min(Math.max(now + by, 0), found.length - 1))
          } else if (event.key === 'Enter') choose(found[at])
          else if (event.key === 'Escape') setTyped('')
        }}
        className="min-h-11 w-full rounded-control bg-ground pr-3 pl-9 text-sm ring-1 ring-control ring-inset placeholder:text-mute focus-visible:ring-2 focus-visible:ring-lime focus-visible:outline-none"
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t('view.find')}
        className="absolute top-full left-0 z-20 mt-1 w-72 rounded-panel border border-line bg-raise empty:hidden"
      >
        {found.map((entrant, index) => (
          // The keyboard chooses in the field.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events jsx-a11y/interactive-supports-focus
          <div
            key={entrant.contestantId}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            onClick={() => choose(entrant)}
            className="flex min-h-11 cursor-pointer items-center gap-3 px-3 py-1 text-sm hover:bg-panel aria-selected:bg-panel"
          >
            <span className="num w-6 flex-none text-right text-xs text-mute">{entrant.seed}</span>
            <span className="min-w-0 break-words">{entrant.name}</span>
          </div>
        ))}
      </div>
    </div>
  )
}
