import { cx } from './cx'

/** One of several filters; the chosen one is pressed. */
export function Chip({ checked, onChoose, label }: { checked: boolean; onChoose: () => void; label: string }) {
  return (
    <button
      type="button"
      aria-pressed={checked}
      onClick={onChoose}
      className={cx(
        'num min-h-11 rounded-control px-4 text-sm ring-1 ring-inset',
        checked ? 'bg-lime-dim text-lime ring-lime' : 'text-mute ring-control hover:text-text',
      )}
    >
      {label}
    </button>
  )
}
