import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CalendarDays, ChevronDown, Search, X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { tournamentQueryLimits } from '@/api/limits.gen'
import { useSession } from '@/api/session'
import { useContent, useTexts } from '@/i18n'
import { mondayOf } from '@/i18n/format'
import { serverNow } from '@/live'
import { cx } from '@/ui/cx'
import { FORMAT_NAMES } from './formats'
import { CATEGORIES, MINE, PHASES, type TournamentSearch, TYPES } from './kinds'
import { gamesQuery } from './queries'

const shape = 'min-h-11 flex-none rounded-control ring-1 ring-inset transition-colors'
const quiet = 'text-mute ring-control hover:text-text'
/** A white ring marks active filters. */
const chosen = 'bg-raise text-text ring-text'

interface FiltersProps {
  search: TournamentSearch
  onChange: (change: TournamentSearch) => void
}

/** The filters of the list. Every choice is in the address; on a phone the row is swiped. */
export function Filters({ search, onChange }: FiltersProps) {
  const t = useTexts('tournaments')
  const content = useContent()
  const member = useSession(({ status }) => status === 'member')
  const { data: games } = useQuery(gamesQuery)
  const [searching, setSearching] = useState(search.q !== undefined)
  const field = useRef<HTMLInputElement>(null)
  const openSearch = () => {
    setSearching(!searching)
    if (!searching) setTimeout(() => field.current?.focus())
  }
  const week = () => onChange({ week: search.week ? undefined : mondayOf(serverNow()) })
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 md:flex-row md:flex-wrap md:gap-2">
      <legend className="sr-only">{t('filter.label')}</legend>
      <div className={cx('md:min-w-64 md:flex-1', !searching && 'max-md:hidden')}>
        <SearchField field={field} value={search.q ?? ''} onChange={(q) => onChange({ q })} />
      </div>
      <div className="-mx-4 flex gap-2 overflow-x-auto px-4 py-0.5 md:contents">
        <IconChip label={t('filter.search')} pressed={searching} onPress={openSearch} className="md:hidden">
          <Search className="size-5" aria-hidden="true" />
        </IconChip>
        <IconChip label={t('filter.calendar')} pressed={search.week !== undefined} onPress={week}>
          <CalendarDays className="size-5" aria-hidden="true" />
        </IconChip>
        <Select
          label={t('filter.game')}
          all={t('filter.games')}
          value={search.game?.toString()}
          options={(games?.items ?? []).map(({ id, name }) => ({ value: String(id), label: content(name) }))}
          onChoose={(game) => onChange({ game: game ? Number(game) : undefined })}
        />
        <Words name="phase" all="phases" known={PHASES} say={(word) => t(`phase.${word}`)} search={search} onChange={onChange} />
        <Words
          name="category"
          all="categories"
          known={CATEGORIES}
          say={(word) => t(`category.${word}`)}
          search={search}
          onChange={onChange}
        />
        <Words name="type" all="types" known={TYPES} say={(word) => t(`type.${word}`)} search={search} onChange={onChange} />
        <Words name="format" all="formats" known={FORMAT_NAMES} say={(word) => t(`format.${word}`)} search={search} onChange={onChange} />
        {member &&
          MINE.map((mine) => (
            <button
              key={mine}
              type="button"
              aria-pressed={search.mine === mine}
              className={cx(shape, 'num px-4 text-sm whitespace-nowrap', search.mine === mine ? chosen : quiet)}
              onClick={() => onChange({ mine: search.mine === mine ? undefined : mine })}
            >
              {t(`filter.${mine}`)}
            </button>
          ))}
        {Object.keys(search).some((name) => name !== 'page') && <Clear />}
      </div>
    </fieldset>
  )
}

function Clear() {
  const t = useTexts('tournaments')
  const navigate = useNavigate()
  return (
    <button
      type="button"
      className="num flex min-h-11 flex-none items-center gap-1.5 px-2 text-sm whitespace-nowrap text-mute hover:text-text"
      onClick={() => void navigate({ to: '/esport/tournament', search: {}, replace: true, resetScroll: false })}
    >
      <X className="size-4" aria-hidden="true" />
      {t('filter.clear')}
    </button>
  )
}

interface SearchFieldProps {
  field: RefObject<HTMLInputElement | null>
  value: string
  onChange: (value: string | undefined) => void
}

/** Updates the list a moment after the last key, so that not every letter causes a request. */
function SearchField({ field, value, onChange }: SearchFieldProps) {
  const t = useTexts('tournaments')
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The address has changed in another way: cleared, or by going back.
  if (shown !== value) {
    setShown(value)
    if (typed.trim() !== value) setTyped(value)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <search className="relative block">
      <Search className="pointer-events-none absolute top-3 left-3.5 size-5 text-mute" aria-hidden="true" />
      <input
        ref={field}
        type="search"
        aria-label={t('filter.search')}
        placeholder={t('filter.search')}
        maxLength={tournamentQueryLimits.query}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => onChange(target.value.trim() || undefined), 250)
        }}
        className="min-h-11 w-full rounded-control bg-ground pr-4 pl-11 ring-1 ring-control ring-inset placeholder:text-mute focus-visible:ring-2 focus-visible:ring-lime focus-visible:outline-none"
      />
    </search>
  )
}

interface WordsProps<Name extends 'phase' | 'category' | 'type' | 'format'> extends FiltersProps {
  name: Name
  all: 'phases' | 'categories' | 'types' | 'formats'
  known: ReadonlyArray<NonNullable<TournamentSearch[Name]>>
  say: (word: NonNullable<TournamentSearch[Name]>) => string
}

function Words<Name extends 'phase' | 'category' | 'type' | 'format'>({ name, all, known, say, search, onChange }: WordsProps<Name>) {
  const t = useTexts('tournaments')
  return (
    <Select
      label={t(`filter.${name}`)}
      all={t(`filter.${all}`)}
      value={search[name]}
      options={known.map((word) => ({ value: word, label: say(word) }))}
      onChoose={(word) => onChange({ [name]: word || undefined })}
    />
  )
}

interface SelectProps {
  label: string
  all: string
  value: string | undefined
  options: ReadonlyArray<{ value: string; label: string }>
  onChoose: (value: string) => void
}

/** The platform's own select in the looks of a chip. */
function Select({ label, all, value, options, onChoose }: SelectProps) {
  return (
    <span className="relative flex-none">
      <select
        aria-label={label}
        value={value ?? ''}
        onChange={({ target }) => onChoose(target.value)}
        className={cx(shape, 'num appearance-none pr-9 pl-4 text-sm', value === undefined ? quiet : chosen)}
      >
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown className="pointer-events-none absolute top-3.5 right-3 size-4 text-mute" aria-hidden="true" />
    </span>
  )
}

interface IconChipProps {
  label: string
  pressed: boolean
  onPress: () => void
  className?: string
  children: ReactNode
}

function IconChip({ label, pressed, onPress, className, children }: IconChipProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={pressed}
      title={label}
      onClick={onPress}
      className={cx(shape, 'grid w-11 place-items-center', pressed ? chosen : quiet, className)}
    >
      {children}
    </button>
  )
}
