import { Combobox as Parts } from '@base-ui/react/combobox'
import { Check, ChevronDown, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx'

export interface Option {
  value: string
  label: string
  /** Distinguishes entries with the same name. */
  note?: string
}

export interface ComboboxProps {
  id?: string
  label: string
  value: Option | null
  onChange: (option: Option | null) => void
  onBlur?: () => void
  /** Called with the typed text; the caller then passes matching options. */
  onType: (typed: string) => void
  options: readonly Option[]
  searching?: boolean
  failed?: boolean
  placeholder?: string
  hint?: ReactNode
  error?: ReactNode
  texts: { none: string; searching: string; clear: string; open: string; failed: string }
}

/** A text field that finds one of many: the list appears while the user types. */
export default function Combobox({ label, value, onChange, onType, options, searching = false, texts, ...rest }: ComboboxProps) {
  const note = rest.error ?? rest.hint
  const noteId = `${rest.id}-note`
  const empty = searching ? texts.searching : rest.failed ? texts.failed : texts.none
  return (
    <Parts.Root<Option>
      items={options as Option[]}
      filter={null}
      value={value}
      onValueChange={onChange}
      onInputValueChange={onType}
      itemToStringLabel={(option) => option.label}
      isItemEqualToValue={(one, other) => one.value === other.value}
      autoHighlight
    >
      <label htmlFor={rest.id} className="num mb-1.5 block">
        {label}
      </label>
      <Parts.InputGroup className="relative">
        <Parts.Input
          id={rest.id}
          placeholder={rest.placeholder}
          onBlur={rest.onBlur}
          aria-invalid={rest.error ? true : undefined}
          aria-describedby={note ? noteId : undefined}
          autoCapitalize="none"
          spellCheck={false}
          className={cx(
            'min-h-12 w-full rounded-control bg-ground py-2 pr-22 pl-4 text-base text-text ring-1 ring-inset placeholder:text-mute focus-visible:outline-none focus-visible:ring-2',
            rest.error ? 'ring-red focus-visible:ring-red' : 'ring-control focus-visible:ring-lime',
          )}
        />
        <div className="absolute inset-y-0 right-0.5 flex items-center">
          {value && (
            <Parts.Clear
              aria-label={`${texts.clear}: ${label}`}
              className="grid size-11 place-items-center rounded-control text-mute hover:text-text"
            >
              <X className="size-4" aria-hidden="true" />
            </Parts.Clear>
          )}
          <Parts.Trigger
            aria-label={`${texts.open}: ${label}`}
            className="grid size-11 place-items-center rounded-control text-mute hover:text-text"
          >
            <ChevronDown className="size-5" aria-hidden="true" />
          </Parts.Trigger>
        </div>
      </Parts.InputGroup>
      {note && (
        <p id={noteId} role={rest.error ? 'alert' : undefined} className={cx('mt-1.5 text-sm', rest.error ? 'text-red' : 'text-mute')}>
          {note}
        </p>
      )}
      <Parts.Portal>
        <Parts.Positioner sideOffset={6} className="z-40 outline-none">
          <Parts.Popup className="max-h-[min(var(--available-height),20rem)] w-(--anchor-width) overflow-y-auto overscroll-contain rounded-panel border border-line bg-raise p-1 shadow-xl">
            <Parts.Status className="empty:hidden px-3 py-2 text-sm text-mute">{options.length === 0 ? empty : null}</Parts.Status>
            <Parts.List>
              {(option: Option) => (
                <Parts.Item
                  key={option.value}
                  value={option}
                  className="flex min-h-11 cursor-default items-center gap-2 rounded-control px-3 py-1.5 data-highlighted:bg-lime-dim data-highlighted:text-lime"
                >
                  <span className="min-w-0 flex-1">
                    {option.label}
                    {option.note && <span className="block text-sm text-mute">{option.note}</span>}
                  </span>
                  <Parts.ItemIndicator>
                    <Check className="size-4" aria-hidden="true" />
                  </Parts.ItemIndicator>
                </Parts.Item>
              )}
            </Parts.List>
          </Parts.Popup>
        </Parts.Positioner>
      </Parts.Portal>
    </Parts.Root>
  )
}
