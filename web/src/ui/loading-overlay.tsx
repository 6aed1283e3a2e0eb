import { useId, useLayoutEffect, useRef, useState } from 'react'
import { useTexts } from '@/i18n'
import { cx } from './cx'
import { useOverlay } from './overlay'
import { Spinner } from './spinner'
import { useLate } from './steady'

/** Looks like the modal dialog and its backdrop, and leaves the page usable. */
const LINGERING = 'fixed inset-0 z-50 grid size-full max-h-none max-w-none place-items-center bg-ink/90'

/**
 * Over the whole page while something long keeps it. Nothing closes it but the end of the work: then the page takes focus and keys at once, even
 * where the cover has just come and stays in sight for the rest of its moment.
 */
export default function LoadingOverlay() {
  const t = useTexts('common')
  const label = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const reason = useOverlay(({ reasons }) => reasons.at(-1))
  const open = useLate(reason !== undefined)
  const modal = open && reason !== undefined
  // Its text stays while it is shown a moment longer than the work.
  const [shown, setShown] = useState(reason)
  if (reason && reason !== shown) setShown(reason)
  useLayoutEffect(() => {
    const element = dialog.current
    if (!modal || !element) return
    element.showModal()
    return () => element.close()
  }, [modal])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={label}
      closedby="none"
      className={cx('m-auto text-text outline-none', open && !modal ? LINGERING : 'bg-transparent backdrop:bg-ink/90')}
      onCancel={(event) => event.preventDefault()}
      // Browsers close it eventually, even if that was prevented (Escape pressed twice).
      onClose={() => {
        if (modal && !dialog.current?.open) dialog.current?.showModal()
      }}
    >
      <p id={label} role="status" className="flex items-center gap-3 p-6 text-lg">
        <Spinner />
        {open && (shown?.text ?? t('wait'))}
      </p>
    </dialog>
  )
}
