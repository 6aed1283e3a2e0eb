import { useId, useLayoutEffect, useRef, useState } from 'react'
import { useTexts } from '@/i18n'
import { useOverlay } from './overlay'
import { Spinner } from './spinner'
import { useLate } from './steady'

/** Over the whole page while something long keeps it. Nothing closes it but the end of the work. */
export default function LoadingOverlay() {
  const t = useTexts('common')
  const label = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const reason = useOverlay(({ reasons }) => reasons.at(-1))
  const open = useLate(reason !== undefined)
  // Its text stays while it is shown a moment longer than the work.
  const [shown, setShown] = useState(reason)
  if (reason && reason !== shown) setShown(reason)
  useLayoutEffect(() => {
    const element = dialog.current
    if (!open || !element) return
    element.showModal()
    return () => element.close()
  }, [open])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={label}
      closedby="none"
      className="m-auto bg-transparent text-text outline-none backdrop:bg-ink/90"
      onCancel={(event) => event.preventDefault()}
      // Browsers close it eventually, even if that was prevented (Escape pressed twice).
      onClose={() => {
        if (open && !dialog.current?.open) dialog.current?.showModal()
      }}
    >
      <p id={label} role="status" className="flex items-center gap-3 p-6 text-lg">
        <Spinner />
        {open && (shown?.text ?? t('wait'))}
      </p>
    </dialog>
  )
}
