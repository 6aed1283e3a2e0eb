import { useNavigate, useRouter } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useTexts } from '@/i18n'
import { cx } from '@/ui/cx'
import { Spinner } from '@/ui/spinner'
import { useHeld } from '@/ui/steady'
import { addressOf } from './address'
import { openTab } from './open-tab'
import { byKind, Results } from './results'
import type { SearchHit } from '@/api/generated'
import { useFocusKeys } from './use-focus-keys'
import { useSearch } from './use-search'

const LONGEST = 100

/** One field for anything that a customer can read out. It keeps the focus; arrows choose a result, Enter opens it. */
export function SearchBox() {
  const t = useTexts('consoleOrders')
  const id = useId()
  const navigate = useNavigate()
  const router = useRouter()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(0)
  /** The text whose first result opens when it comes: Enter was pressed before. */
  const awaited = useRef<string>(undefined)
  useFocusKeys(field)
  const found = useSearch(typed, isOpen)
  const groups = byKind(found.hits)
  const hits = groups.flatMap(({ items }) => items)
  const chosen = Math.min(active, hits.length - 1)
  const spins = useHeld(isOpen && found.isWorking)
  const close = () => {
    setIsOpen(false)
    awaited.current = undefined
  }
  const open = (hit: SearchHit, newTab: boolean) => {
    const target = addressOf(hit)
    close()
    if (newTab) return openTab(router, target)
    field.current?.blur()
    void navigate(target)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // While letters are being composed, the keys belong to the composition.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      if (isOpen) close()
      else field.current?.blur()
    } else if (event.key === 'Enter') {
      event.preventDefault()
      press(event.ctrlKey || event.metaKey)
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && hits.length > 0) {
      event.preventDefault()
      setIsOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive((chosen + step + hits.length) % hits.length)
    }
  }
  const press = (newTab: boolean) => {
    if (found.isShort) return
    const hit = hits[chosen]
    setIsOpen(true)
    if (found.isLate || !isOpen) {
      void openFirst(found.text, newTab)
    } else if (hit) open(hit, newTab)
  }
  const openFirst = async (text: string, newTab: boolean) => {
    awaited.current = text
    const [first] = byKind(await found.askNow()).flatMap(({ items }) => items)
    // Meanwhile something else was typed, or the list was closed.
    if (first && awaited.current === text) open(first, newTab)
  }
  const isShown = isOpen && typed.trim() !== ''
  return (
    <search className="relative block w-full max-w-107.5">
      <label htmlFor={id} className="sr-only">
        {t('search.label')}
      </label>
      <Search className="pointer-events-none absolute top-2.5 left-3 size-4 text-mute" aria-hidden="true" />
      <input
        ref={field}
        id={id}
        type="text"
        role="combobox"
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isShown && hits[chosen] ? `${id}-${chosen}` : undefined}
        aria-keyshortcuts="/ Control+K"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={LONGEST}
        value={typed}
        placeholder={t('search.placeholder')}
        className="h-9 w-full rounded-control bg-ground pr-10 pl-9 text-sm ring-1 ring-control ring-inset placeholder:text-mute focus-visible:ring-2 focus-visible:ring-lime focus-visible:outline-none"
        onFocus={() => setIsOpen(true)}
        onClick={() => setIsOpen(true)}
        onBlur={close}
        onChange={({ target }) => {
          setTyped(target.value)
          setActive(0)
          setIsOpen(true)
          awaited.current = undefined
        }}
        onKeyDown={onKeyDown}
      />
      <span className={cx('pointer-events-none absolute inset-y-0 right-2.5 flex items-center', spins && 'text-lime')} aria-hidden="true">
        {spins ? <Spinner /> : <kbd className="num rounded border border-control px-1.5 text-xs text-mute max-sm:hidden">/</kbd>}
      </span>
      {isShown && (
        <Results id={id} groups={groups} found={found} chosen={chosen} onChoose={setActive} onOpen={(hit, newTab) => open(hit, newTab)} />
      )}
    </search>
  )
}
