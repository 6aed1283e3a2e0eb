import { Maximize, Minus, Plus } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { useTexts } from '@/i18n'
import { cx } from '@/ui/cx'
import type { Plane } from './canvas'

interface ToolProps {
  label: string
  onPress: () => void
  icon: ReactNode
  /** Whether a toggle is on */
  pressed?: boolean
  className?: string
}

export function Tool({ label, onPress, icon, pressed, className }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      onClick={onPress}
      className={cx(
        'grid size-11 place-items-center text-mute ring-1 ring-line ring-inset first:rounded-l-control last:rounded-r-control hover:text-text [&>svg]:size-5',
        pressed && 'text-lime ring-lime',
        className,
      )}
    >
      {icon}
    </button>
  )
}

/** Tools for the size of the tree. */
export function ZoomTools({ canvas }: { canvas: RefObject<Plane | null> }) {
  const t = useTexts('brackets')
  return (
    <div role="group" aria-label={t('view.zoom')} className="flex max-sm:hidden">
      <Tool label={t('view.out')} onPress={() => canvas.current?.zoomBy(1 / 1.25)} icon={<Minus />} />
      <Tool label={t('view.fit')} onPress={() => canvas.current?.fit()} icon={<Maximize />} />
      <Tool label={t('view.in')} onPress={() => canvas.current?.zoomBy(1.25)} icon={<Plus />} />
    </div>
  )
}
