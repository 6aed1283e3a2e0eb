import { Columns3 } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTexts } from '@/i18n'
import type { DataColumn } from './columns'
import { smallButton } from './look'

interface ColumnMenuProps {
  columns: ReadonlyArray<Pick<DataColumn<unknown>, 'id' | 'label' | 'fixed'>>
  visible: Readonly<Record<string, boolean>>
  onChange: (id: string, isVisible: boolean) => void
  onReset: () => void
}

/** Chooses the columns of a table. */
export function ColumnMenu({ columns, visible, onChange, onReset }: ColumnMenuProps) {
  const t = useTexts('consoleOrders')
  const id = useId()
  const [open, setOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!open) return
    const leave = (event: PointerEvent | FocusEvent) => {
      if (!frame.current?.contains(event.target as Node)) setOpen(false)
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    document.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
      document.removeEventListener('keydown', escape)
    }
  }, [open])
  return (
    <div ref={frame} className="relative">
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        className={smallButton}
        onClick={() => setOpen(!open)}
      >
        <Columns3 className="size-4" aria-hidden="true" />
        {t('table.columns')}
      </button>
      {open && (
        <fieldset id={id} className="absolute top-full right-0 z-30 mt-1 w-56 rounded-panel border border-line bg-raise p-2 shadow-xl">
          <legend className="sr-only">{t('table.columns')}</legend>
          {columns.map(({ id: column, label, fixed }) => (
            <label key={column} className="flex min-h-9 items-center gap-2.5 rounded-control px-2 hover:bg-panel has-disabled:text-mute">
              <input
                type="checkbox"
                className="size-4 flex-none accent-lime"
                checked={visible[column] === true}
                disabled={fixed}
                onChange={({ target }) => onChange(column, target.checked)}
              />
              {label}
            </label>
          ))}
          <button
            type="button"
            className="mt-1 min-h-9 w-full rounded-control px-2 text-left text-mute hover:bg-panel hover:text-text"
            onClick={onReset}
          >
            {t('table.resetColumns')}
          </button>
        </fieldset>
      )}
    </div>
  )
}
