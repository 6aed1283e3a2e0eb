import { useId } from 'react'
import { useTexts } from '@/i18n'
import { cx } from '@/ui/cx'

interface SearchInputProps {
  value: string
  onChange: (value: string) => void
  focused?: boolean
  /** The site search's placeholder by default. */
  placeholder?: string
  className?: string
}

export function SearchInput({ value, onChange, focused = false, placeholder, className }: SearchInputProps) {
  const t = useTexts('common')
  const id = useId()
  return (
    <search className={cx('w-full min-w-0 sm:max-w-md sm:flex-1', className)}>
      <label htmlFor={id} className="sr-only">
        {t('search.label')}
      </label>
      <input
        id={id}
        type="search"
        value={value}
        // A search page is opened in order to type.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={focused}
        onChange={(event) => onChange(event.target.value)}
        placeholder={placeholder ?? t('search.placeholder')}
        autoComplete="off"
        enterKeyHint="search"
        className="min-h-12 w-full rounded-control bg-ground px-4 ring-1 ring-control ring-inset placeholder:text-mute focus-visible:ring-2 focus-visible:ring-lime focus-visible:outline-none"
      />
    </search>
  )
}
