import { Suspense, useId, useRef, useState } from 'react'
import { useTexts } from '@/i18n'
import { BarIcon } from '@/ui/bar-icon'
import { part } from '@/ui/load'

/** The answers are loaded when the field gets the focus. */
const Hits = part(() => import('./hits'))

/** The search of the help centre; answers appear while the reader types. */
export function HelpSearch() {
  const t = useTexts('manual')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  /** The typed text, while the answers are shown. */
  const [typed, setTyped] = useState<string>()
  const open = () => setTyped(input.current?.value ?? '')
  const shown = typed !== undefined && typed.trim() !== ''
  return (
    <search className="w-full max-w-2xl text-left">
      <form className="relative" onSubmit={(event) => event.preventDefault()}>
        <label htmlFor={id} className="sr-only">
          {t('search.label')}
        </label>
        <BarIcon shape="search" className="pointer-events-none absolute top-4.5 left-4 text-mute" />
        <input
          ref={input}
          id={id}
          type="search"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={shown}
          aria-controls={`${id}-list`}
          autoComplete="off"
          maxLength={80}
          enterKeyHint="search"
          placeholder={t('search.placeholder')}
          onFocus={open}
          onInput={open}
          onBlur={() => setTyped(undefined)}
          className="min-h-14 w-full rounded-control bg-panel pr-4 pl-12 text-base ring-1 ring-control ring-inset placeholder:text-mute focus-visible:ring-2 focus-visible:ring-lime focus-visible:outline-none"
        />
        {typed !== undefined && (
          <Suspense>
            <Hits input={input} listId={`${id}-list`} typed={typed} onClose={() => setTyped(undefined)} />
          </Suspense>
        )}
      </form>
    </search>
  )
}
