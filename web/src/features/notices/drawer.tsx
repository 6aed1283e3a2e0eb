import { useQuery } from '@tanstack/react-query'
import { Bell, ChevronDown } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import { useTexts } from '@/i18n'
import { cx } from '@/ui/cx'
import { noticesQuery } from './queries'
import { useHere } from './use-here'
import { part } from '@/ui/load'

const NoticePanel = part(async () => ({ default: (await import('./panel')).NoticePanel }))

/** A line above the messages with the state of this browser; the settings open below it. */
export function NoticeDrawer({ userId }: { userId: number }) {
  const t = useTexts('notices')
  const id = useId()
  const [open, setOpen] = useState(location.hash === '#notices')
  const { data } = useQuery(noticesQuery(userId))
  const { on } = useHere(userId, data)
  return (
    <section className="rounded-panel border border-line bg-panel">
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          className="flex min-h-14 w-full items-center gap-3 rounded-panel px-4 py-2 text-left text-base font-normal hover:text-lime"
          onClick={() => setOpen(!open)}
        >
          <Bell className={cx('size-5 flex-none', on ? 'text-lime' : 'text-mute')} aria-hidden="true" />
          <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
            <span>{t('heading')}</span>
            {data && <span className={cx('text-sm', on ? 'text-lime' : 'text-mute')}>{t(on ? 'state.on' : 'state.off')}</span>}
          </span>
          <ChevronDown className={cx('size-5 flex-none text-mute transition-transform', open && 'rotate-180')} aria-hidden="true" />
        </button>
      </h2>
      <div id={id} className={cx(open && 'border-t border-line p-4')}>
        {open && (
          <Suspense fallback={<div className="skeleton h-96" />}>
            <NoticePanel userId={userId} />
          </Suspense>
        )}
      </div>
    </section>
  )
}
