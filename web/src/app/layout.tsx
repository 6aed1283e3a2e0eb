import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import { useSession } from '@/api/session'
import { configQuery } from '@/features/catalogue/queries'
import { WaitingBar } from '@/features/orders/waiting-bar-lazy'
import { texts, useTexts } from '@/i18n'
import { useOnline } from '@/ui/online'
import { cx } from '@/ui/cx'
import { part } from '@/ui/load'
import { replayEarlySoon } from './early'
import { BottomBar } from './bottom-bar'
import { Foot } from './foot-lazy'
import { Header } from './header'
import { MissingParts } from './missing-parts'

const Maintenance = part(async () => {
  const [{ Maintenance }] = await Promise.all([import('@/features/catalogue/maintenance'), texts('shell')()])
  return { default: Maintenance }
})

export function Layout() {
  // That of the route right below the root: pages inside another frame are that frame's.
  const bare = useRouterState({ select: ({ matches }) => matches[1]?.staticData.about?.bare })
  if (!bare) return <Framed />
  return bare === 'own' ? (
    <Outlet />
  ) : (
    <main id="main">
      <Outlet />
    </main>
  )
}

/** A page between the shop's bars. */
function Framed() {
  const t = useTexts('common')
  const online = useOnline()
  const { data } = useQuery(configQuery)
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname ?? state.location.pathname })
  const suspended = useSession((session) => session.me?.suspended)
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
      <Header eventHref={data?.appConfig.eventHref} />
      {!online && (
        <p role="status" className="bg-amber-dim px-4 py-2 text-center text-sm text-amber">
          {t('offline')}
        </p>
      )}
      {suspended && (
        <p role="status" className="bg-red-dim px-4 py-2 text-center text-sm text-red">
          {t('suspended.text')}{' '}
          <Link to="/contact" className="inline-block underline">
            {t('suspended.contact')}
          </Link>
        </p>
      )}
      <WaitingBar />
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
      <Suspense fallback={<div className="mt-12 min-h-[820px] border-t border-line md:min-h-[420px]" />}>
        <Foot shop={data?.appConfig} />
      </Suspense>
      <BottomBar />
      <MissingParts />
    </div>
  )
}
