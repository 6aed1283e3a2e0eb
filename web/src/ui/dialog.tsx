import { X } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { useTexts } from '@/i18n'
import { cx } from './cx'

interface DialogProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** Buttons; the last one is the main one. */
  actions?: ReactNode
  /** 450 for alerts, 600 and 700 for others. */
  width?: 450 | 600 | 700
  /** Neither Escape nor the backdrop closes it. */
  modalOnly?: boolean
  /** At the right edge, as high as the screen. */
  drawer?: boolean
  /** Id of the text that explains it. */
  describedBy?: string | undefined
}

const CENTRE = 'm-auto w-[calc(100%-2rem)] rounded-panel border max-xs:mb-0 max-xs:w-full max-xs:max-w-none! max-xs:rounded-b-none'
const DRAWER = 'drawer my-0 mr-0 ml-auto h-dvh max-h-none w-[calc(100%-3rem)] border-l'

/** A native dialog: top layer, inert page, Escape and the return of the focus are the browser's. On a phone it rises from the bottom. */
export function Dialog({
  open,
  onClose,
  title,
  children,
  actions,
  width = 450,
  modalOnly = false,
  drawer = false,
  describedBy,
}: DialogProps) {
  const t = useTexts('common')
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Closed before it is removed: only a dialog that closes returns the focus.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!open || !dialog) return
    dialog.showModal()
    return () => dialog.close()
  }, [open])
  return (
    // The backdrop's click is a convenience beside Escape and the buttons.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions jsx-a11y/click-events-have-key-events
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      closedby={modalOnly ? 'none' : undefined}
      style={{ maxWidth: drawer ? 360 : width }}
      className={cx('border-line bg-panel p-0 text-left text-text', drawer ? DRAWER : CENTRE)}
      onCancel={(event) => {
        event.preventDefault()
        if (!modalOnly) onClose()
      }}
      // Browsers close it eventually, even if that was prevented (Escape pressed twice).
      onClose={() => {
        if (!open || ref.current?.open) return
        if (modalOnly) ref.current?.showModal()
        else onClose()
      }}
      onClick={(event) => {
        if (!modalOnly && event.target === ref.current) onClose()
      }}
    >
      {open && (
        <div className={cx('flex flex-col', drawer ? 'h-full gap-2 px-4 py-4' : 'max-h-[85dvh] gap-4 p-6')}>
          <h2 id={titleId} className={cx('text-xl break-words', !modalOnly && 'pr-9', drawer && 'px-2 py-1')}>
            {title}
          </h2>
          {/* Room for the outline of a focused element at its edge. */}
          <div className="-m-1.5 overflow-y-auto p-1.5">{children}</div>
          {actions && <div className="flex flex-wrap justify-end gap-3">{actions}</div>}
          {/* Last, so that the content has the focus first. */}
          {!modalOnly && (
            <button
              type="button"
              aria-label={t('action.dismiss')}
              className="absolute top-3.5 right-3 grid size-11 place-items-center rounded-control text-mute hover:bg-raise hover:text-text focus-visible:-outline-offset-2"
              onClick={onClose}
            >
              <X className="size-5" aria-hidden="true" />
            </button>
          )}
        </div>
      )}
    </dialog>
  )
}
