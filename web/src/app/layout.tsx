import { useQuery } from '@tanstack/react-query'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import { configQuery } from '@/features/catalogue/queries'
import { texts, useTexts } from '@/i18n'
import { cx } from '@/ui/cx'
import { part, useMissingParts } from '@/ui/load'
import { replayEarlySoon } from './early'
import { Foot, Head } from './frame-lazy'
import { FootPlace, HeaderPlace } from './frame-place'

const Maintenance = part(async () => {
  const [{ Maintenance }] = await Promise.all([import('./maintenance'), texts('shell')()])
  return { default: Maintenance }
})

export function Layout() {
  const bare = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.about?.bare })
  return bare ? (
    <main id="main">
      <Outlet />
    </main>
  ) : (
    <Framed />
  )
}

/** A page between the shop's bars. */
function Framed() {
  const t = useTexts('common')
  const { data } = useQuery(configQuery)
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname ?? state.location.pathname })
  const main = useRef<HTMLElement>(null)
  const first = useRef(true)
  useEffect(() => replayEarlySoon('page'), [])
  // After a navigation a screen reader continues in the new page, not where the link was. A field of the header that the user is typing in
  // keeps its text.
  useEffect(() => {
    if (first.current) first.current = false
    else if (!(document.activeElement instanceof HTMLInputElement)) main.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <div className={cx('flex min-h-dvh flex-col pb-(--covered)', data?.appConfig.isMonochrome && 'monochrome')}>
      <a href="#main" className="num fixed top-2 left-2 z-50 -translate-y-20 bg-lime px-4 py-2 text-ink focus:translate-y-0">
        {t('skip')}
      </a>
      <Suspense fallback={<HeaderPlace />}>
        <Head eventHref={data?.appConfig.eventHref} />
      </Suspense>
      <main
        ref={main}
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-[1200px] flex-1 px-4 py-6 outline-none min-[1232px]:px-0 md:py-7"
      >
        {data?.maintenance && (
          <Suspense>
            <Maintenance of={data.maintenance} />
          </Suspense>
        )}
        <Outlet />
      </main>
      <Suspense fallback={<FootPlace />}>
        <Foot shop={data?.appConfig} />
      </Suspense>
      <MissingParts />
    </div>
  )
}

/** A component of its own, so that the parts around it are not rendered again for it. */
function MissingParts() {
  const t = useTexts('common')
  const missing = useMissingParts(({ count }) => count > 0)
  return (
    <p
      role="status"
      className="fixed inset-x-4 bottom-[calc(var(--covered)+1rem)] z-50 mx-auto max-w-md rounded-control bg-amber-dim p-3 text-sm text-amber empty:hidden"
    >
      {missing && t('missing')}
    </p>
  )
}
