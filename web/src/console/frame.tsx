import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import type { ConsoleEntry } from '@/api/generated'
import { replayEarlySoon } from '@/app/early'
import { MissingParts } from '@/app/missing-parts'
import { Over } from '@/app/over'
import { useLiveAccount } from '@/features/account/live-account'
import { useTexts } from '@/i18n'
import { EmptyState } from '@/ui/feedback'
import { part } from '@/ui/load'
import { LimeSlice, Logo } from '@/ui/logo'
import { useOnline } from '@/ui/online'
import { ConfirmAgain } from './entry/again'
import { EntryGate } from './entry/entry-gate'
import { LanguageSwitch } from './language-switch'
import { NameMenu } from './name-menu'
import { Rail } from './rail'
import { mayOpen } from './rooms'

const SearchBox = part(async () => ({ default: (await import('./search/search-box')).SearchBox }))

/** The frame of the console, for staff who gave their second factor. Everybody else sees the way in. */
export function ConsoleFrame() {
  useEffect(() => replayEarlySoon('late'), [])
  useLiveAccount()
  return (
    <>
      <EntryGate>{(entry) => <Framed entry={entry} />}</EntryGate>
      <MissingParts />
      <Over />
    </>
  )
}

/** The line on top, the rail of rooms, and the page. */
function Framed({ entry }: { entry: ConsoleEntry }) {
  const t = useTexts('console')
  const common = useTexts('common')
  const online = useOnline()
  // Of the page that is shown, which may lag behind the address.
  const path = useRouterState({ select: ({ matches }) => matches.at(-1)?.pathname ?? '' })
  const main = useRef<HTMLElement>(null)
  const first = useRef(true)
  // As in the shop: after a navigation a screen reader continues in the new page, but a field that is being typed in keeps the focus.
  useEffect(() => {
    if (first.current) first.current = false
    else if (!(document.activeElement instanceof HTMLInputElement)) main.current?.focus({ preventScroll: true })
  }, [path])
  return (
    <div className="min-h-dvh text-sm">
      <a href="#main" className="num fixed top-2 left-2 z-50 -translate-y-20 bg-lime px-4 py-2 text-ink focus:translate-y-0">
        {t('skip')}
      </a>
      <header className="sticky top-0 z-20 flex h-13 bg-ink max-md:border-b max-md:border-line">
        <Link
          to="/console"
          activeOptions={{ exact: true }}
          className="flex flex-none items-center gap-2 px-4 no-underline md:w-49 md:border-r md:border-line md:px-5"
        >
          <LimeSlice className="size-[22px] sm:hidden" />
          <span className="sr-only sm:hidden">manao {t('name')}</span>
          <Logo className="max-sm:hidden" />
          <span className="text-xs text-mute max-sm:hidden">{t('name')}</span>
        </Link>
        <div className="flex min-w-0 flex-1 items-center gap-1 pr-2 md:gap-3 md:border-b md:border-line md:pr-5 md:pl-5">
          <div className="ml-auto min-w-0 flex-1 md:max-w-108">
            <Suspense>
              <SearchBox />
            </Suspense>
          </div>
          <LanguageSwitch />
          <NameMenu entry={entry} />
        </div>
      </header>
      {!online && (
        <p role="status" className="bg-amber-dim px-4 py-2 text-center text-amber">
          {common('offline')}
        </p>
      )}
      <div className="md:flex">
        <Rail roles={entry.roles} />
        <main ref={main} id="main" tabIndex={-1} className="min-w-0 flex-1 p-4 outline-none md:p-5">
          {mayOpen(path, entry.roles) ? <Outlet /> : <Closed />}
        </main>
      </div>
      <ConfirmAgain />
    </div>
  )
}

/** Stands in the place of a page that the user's roles do not open. */
function Closed() {
  const t = useTexts('console')
  return (
    <>
      <h1 className="text-xl">{t('closed.heading')}</h1>
      <EmptyState>{t('closed.text')}</EmptyState>
    </>
  )
}
