import { useNavigate, useRouterState } from '@tanstack/react-router'
import { Suspense, useId, useRef, useState } from 'react'
import { useLanguage, useTexts } from '@/i18n'
import { inLanguage } from '@/i18n/language'
import { BarIcon } from '@/ui/bar-icon'
import { part } from '@/ui/load'

/** Suggestions are loaded when the field gets the focus. */
const Suggest = part(() => import('@/pages/frames/site-suggest'))

/** The header's search field; where there is no room for it, the header links to the page of the search. */
export function SearchBox() {
  const t = useTexts('common')
  const id = useId()
  const navigate = useNavigate()
  const language = useLanguage()
  const input = useRef<HTMLInputElement>(null)
  /** The typed text, while the list stands open. */
  const [typed, setTyped] = useState<string>()
  // Other lists have a search of their own under the same name.
  const asked = useRouterState({ select: ({ matches }) => matches.find((match) => match.routeId === '/search')?.search.q ?? '' })
  const open = () => setTyped(input.current?.value ?? '')
  const close = () => setTyped(undefined)
  return (
    <search className="max-[1200px]:hidden">
      <form
        className="relative"
        // For people who search before the page is interactive.
        action={inLanguage('/search', language)}
        onSubmit={(event) => {
          event.preventDefault()
          const q = String(new FormData(event.currentTarget).get('q') ?? '').trim()
          input.current?.blur()
          void navigate({ to: '/search', search: q ? { q } : {} })
        }}
      >
        <label htmlFor={id} className="sr-only">
          {t('search.label')}
        </label>
        <BarIcon shape="search" className="pointer-events-none absolute top-3 left-3 size-4! text-mute" />
        <input
          key={asked}
          ref={input}
          id={id}
          name="q"
          type="search"
          role="combobox"
          aria-expanded={typed !== undefined}
          aria-controls={`${id}-list`}
          autoComplete="off"
          defaultValue={asked}
          placeholder={t('search.placeholder')}
          onFocus={open}
          onInput={open}
          onBlur={close}
          className="h-10 w-60 rounded-control bg-ink pr-3 pl-9 text-sm ring-1 ring-control ring-inset placeholder:text-mute focus-visible:ring-2 focus-visible:ring-lime focus-visible:outline-none"
        />
        {typed !== undefined && (
          <Suspense>
            <Suggest input={input} listId={`${id}-list`} typed={typed} onClose={close} />
          </Suspense>
        )}
      </form>
    </search>
  )
}
