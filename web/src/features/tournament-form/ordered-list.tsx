import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTexts } from '@/i18n'

interface OrderedListProps<T extends string> {
  label: string
  hint: string
  all: readonly T[]
  value: readonly T[]
  nameOf: (item: T) => string
  onChange: (value: T[]) => void
}

const BUTTON =
  'grid size-12 flex-none place-items-center rounded-control text-text hover:bg-raise disabled:text-control disabled:hover:bg-transparent'

/** A list in order of priority: items are moved, left out and added by buttons, for keyboards and thumbs alike. */
export function OrderedList<T extends string>({ label, hint, all, value, nameOf, onChange }: OrderedListProps<T>) {
  const t = useTexts('tournamentForm')
  const id = useId()
  const list = useRef<HTMLOListElement>(null)
  const [told, setTold] = useState('')
  const [held, setHeld] = useState<{ item: T; by: 'up' | 'down' }>()
  // A moving row keeps the focus on its button; at the end of the list the other button takes it.
  useEffect(() => {
    if (!held) return
    const row = list.current?.querySelector(`[data-item="${held.item}"]`)
    const [first, second] = held.by === 'up' ? ['up', 'down'] : ['down', 'up']
    const button = [first, second]
      .map((by) => row?.querySelector<HTMLButtonElement>(`[data-by="${by}"]`))
      .find((one) => one && !one.disabled)
    button?.focus()
  }, [held])
  const move = (from: number, by: 'up' | 'down') => {
    const to = by === 'up' ? from - 1 : from + 1
    const item = value[from]
    if (item === undefined) return
    onChange(value.with(from, value[to] ?? item).with(to, item))
    setHeld({ item, by })
    setTold(t('counting.moved', { name: nameOf(item), place: to + 1 }))
  }
  // The pressed button disappears: the focus moves to the next of its kind.
  const leaveOut = (from: number) => {
    const item = value[from]
    if (item === undefined) return
    const rest = value.filter((other) => other !== item)
    onChange(rest)
    const next = rest[Math.min(from, rest.length - 1)]
    if (next !== undefined) setHeld({ item: next, by: 'up' })
    setTold(t('counting.leftOut', { name: nameOf(item) }))
  }
  const takeIn = (item: T) => {
    onChange([...value, item])
    setHeld({ item, by: 'up' })
    setTold(t('counting.moved', { name: nameOf(item), place: value.length + 1 }))
  }
  const left = all.filter((item) => !value.includes(item))
  return (
    <div role="group" aria-labelledby={id} aria-describedby={`${id}-hint`}>
      <p id={id} className="num">
        {label}
      </p>
      <p id={`${id}-hint`} className="mb-2 text-sm text-mute">
        {hint}
      </p>
      <ol ref={list} className="divide-y divide-line rounded-control ring-1 ring-control ring-inset">
        {value.map((item, index) => (
          <li key={item} data-item={item} className="flex min-h-12 items-center gap-2 pl-3">
            <span className="num w-5 flex-none text-mute" aria-hidden="true">
              {index + 1}
            </span>
            <span className="min-w-0 flex-1 py-2 leading-snug first-letter:uppercase">{nameOf(item)}</span>
            <button
              type="button"
              data-by="up"
              className={BUTTON}
              disabled={index === 0}
              aria-label={t('counting.up', { name: nameOf(item) })}
              onClick={() => move(index, 'up')}
            >
              <ArrowUp className="size-4" aria-hidden="true" />
            </button>
            <button
              type="button"
              data-by="down"
              className={BUTTON}
              disabled={index === value.length - 1}
              aria-label={t('counting.down', { name: nameOf(item) })}
              onClick={() => move(index, 'down')}
            >
              <ArrowDown className="size-4" aria-hidden="true" />
            </button>
            <button
              type="button"
              className={BUTTON}
              disabled={value.length === 1}
              aria-label={t('counting.leaveOut', { name: nameOf(item) })}
              onClick={() => leaveOut(index)}
            >
              <X className="size-4" aria-hidden="true" />
            </button>
          </li>
        ))}
      </ol>
      {left.length > 0 && (
        <div className="mt-2 flex flex-wrap gap-2">
          {left.map((item) => (
            <button
              key={item}
              type="button"
              className="inline-flex min-h-11 items-center gap-1.5 rounded-control px-3 text-sm text-mute ring-1 ring-control ring-inset hover:text-text"
              aria-label={t('counting.takeIn', { name: nameOf(item) })}
              onClick={() => takeIn(item)}
            >
              <Plus className="size-4" aria-hidden="true" />
              <span className="first-letter:uppercase">{nameOf(item)}</span>
            </button>
          ))}
        </div>
      )}
      <p role="status" className="sr-only">
        {told}
      </p>
    </div>
  )
}
