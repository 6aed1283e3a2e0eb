import { Link, useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { useSession } from '@/api/session'
import { isLoginPath } from '@/features/login-gate/login-paths'
import { useCartCount } from '@/features/cart/cart'
import { useUnread } from '@/features/inbox/badge'
import { UnreadMark } from '@/features/inbox/unread'
import { useLanguage, useTexts } from '@/i18n'
import { inLanguage } from '@/i18n/language'
import { Avatar } from '@/ui/avatar'
import { BarIcon } from '@/ui/bar-icon'
import { cx } from '@/ui/cx'
import { Logo } from '@/ui/logo'
import { load, part } from '@/ui/load'

// One size for all that stands in the bar's line. The border above balances the one below.
const tab = 'flex h-16 items-center border-y-2 border-transparent text-[15px] text-mute hover:text-text'
const active = { className: 'border-b-lime! text-text!' }

export function Header() {
  const t = useTexts('common')
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-ink">
      <div className="mx-auto flex h-14 max-w-[1200px] items-center gap-3 px-4 md:h-16 md:gap-7 min-[1232px]:px-0">
        <Link to="/" aria-label={`${t('brand')} ${t('nav.home')}`} className="flex min-h-11 items-center">
          <Logo />
        </Link>
        <nav aria-label={t('nav.label')} className="flex flex-none gap-6 whitespace-nowrap max-md:hidden">
          <Link to="/" className={tab} activeProps={active} activeOptions={{ exact: true }}>
            {t('nav.home')}
          </Link>
          <Link to="/games" className={tab} activeProps={active}>
            {t('nav.games')}
          </Link>
          <Link to="/esport/tournament" className={tab} activeProps={active}>
            {t('nav.esports')}
          </Link>
        </nav>
        <span className="flex-1" />
        <SearchBox />
        <Link to="/search" aria-label={t('search.label')} className="grid size-11 place-items-center text-mute hover:text-text md:hidden">
          <BarIcon shape="search" />
        </Link>
        <LanguageSwitch />
        <CartLink />
        <Person />
      </div>
      <Pending />
    </header>
  )
}

/** A line that shows a navigation that takes a while (its delay is in the styles). */
function Pending() {
  const pending = useRouterState({ select: (state) => state.status === 'pending' })
  return pending && <span aria-hidden="true" className="pending-line" />
}

/** Suggestions are loaded when the field gets the focus. */
const Suggest = part(() => import('@/pages/frames/site-suggest'))

function SearchBox() {
  const t = useTexts('common')
  const id = useId()
  const navigate = useNavigate()
  const language = useLanguage()
  const input = useRef<HTMLInputElement>(null)
  /** The typed text, while the list stands open. */
  const [typed, setTyped] = useState<string>()
  // Other lists have a search of their own under the same name.
  const asked = useRouterState({ select: ({ matches }) => matches.find((match) => match.routeId === '/search')?.search.q ?? '' })
  const open = () => setTyped(input.current?.value ?? '')
  const close = () => setTyped(undefined)
  return (
    <search className="max-md:hidden">
      <form
        className="relative"
        // For people who search before the page is interactive.
        action={inLanguage('/search', language)}
        onSubmit={(event) => {
          event.preventDefault()
          const q = String(new FormData(event.currentTarget).get('q') ?? '').trim()
          input.current?.blur()
          void navigate({ to: '/search', search: q ? { q } : {} })
        }}
      >
        <label htmlFor={id} className="sr-only">
          {t('search.label')}
        </label>
        <BarIcon shape="search" className="pointer-events-none absolute top-3 left-3 size-4! text-mute" />
        <input
          key={asked}
          ref={input}
          id={id}
          name="q"
          type="search"
          role="combobox"
          aria-expanded={typed !== undefined}
          aria-controls={`${id}-list`}
          autoComplete="off"
          defaultValue={asked}
          placeholder={t('search.placeholder')}
          onFocus={open}
          onInput={open}
          onBlur={close}
          className="h-10 w-56 rounded-control bg-ink pr-3 pl-9 text-sm ring-1 ring-control ring-inset placeholder:text-mute focus-visible:ring-2 focus-visible:ring-lime focus-visible:outline-none"
        />
        {typed !== undefined && (
          <Suspense>
            <Suggest input={input} listId={`${id}-list`} typed={typed} onClose={close} />
          </Suspense>
        )}
      </form>
    </search>
  )
}

function LanguageSwitch() {
  const t = useTexts('common')
  const router = useRouter()
  return (
    <button
      type="button"
      className="num min-h-11 min-w-11 text-[15px] text-mute hover:text-text"
      aria-label={t('language.switchTo')}
      lang={t('language.short').toLowerCase()}
      onClick={async () => {
        const { switchLanguage } = await load(() => import('./switch-language'))
        await switchLanguage(router)
      }}
    >
      {t('language.short')}
    </button>
  )
}

function CartLink() {
  const t = useTexts('common')
  const count = useCartCount()
  return (
    <Link
      to="/cart"
      aria-label={count ? t('nav.cartCount', { count }) : t('nav.cart')}
      className="flex min-h-11 flex-none items-center gap-2 text-[15px] whitespace-nowrap text-mute hover:text-text max-md:hidden"
    >
      <BarIcon shape="cart" />
      {t('nav.cart')}
      {count > 0 && <Count>{count}</Count>}
    </Link>
  )
}

function Count({ children }: { children: ReactNode }) {
  return (
    <span aria-hidden="true" className="num min-w-6 rounded bg-lime-dim px-1.5 text-center text-sm text-lime">
      {children}
    </span>
  )
}

/** The user's initials, or the sign-in link. Its place is kept until the user is known; `index.html` knows who it probably is. */
function Person() {
  const t = useTexts('common')
  const { status, me } = useSession()
  const here = useRouterState({ select: (state) => state.location })
  const unread = useUnread()
  if (status === 'unknown') {
    return (
      <span aria-hidden="true" className="num nobody-yet">
        <span className="max-[1080px]:hidden">{t('session.register')}</span>
        {t('session.login')}
      </span>
    )
  }
  if (!me) {
    const returnTo = isLoginPath(here.href) ? (here.search as { returnTo?: string }).returnTo : here.href
    const search = returnTo === undefined || returnTo === '/' ? {} : { returnTo }
    return (
      <>
        <Link
          to="/auth/login"
          search={{ ...search, register: true }}
          className="num flex min-h-11 items-center text-[15px] whitespace-nowrap text-mute hover:text-text max-[1080px]:hidden"
        >
          {t('session.register')}
        </Link>
        <Link
          to="/auth/login"
          search={search}
          className="num flex min-h-11 items-center text-[15px] whitespace-nowrap text-lime hover:underline"
        >
          {t('session.login')}
        </Link>
      </>
    )
  }
  return (
    <Link
      to="/account/dashboard"
      aria-label={`${t('nav.account')} ${me.displayName}${unread > 0 ? ` ${t('nav.unread', { count: unread })}` : ''}`}
      className="relative grid size-11 place-items-center"
    >
      <Avatar name={me.displayName} picture={me.picture} />
      {/* On a phone it stands at the tab below. */}
      <UnreadMark className="top-0 right-0 max-md:hidden" />
    </Link>
  )
}

export function BottomBar() {
  const t = useTexts('common')
  const count = useCartCount()
  const path = useRouterState({ select: (state) => state.location.pathname })
  return (
    <nav
      aria-label={t('nav.label')}
      className="fixed inset-x-0 bottom-0 z-20 bottom-bar grid h-[68px] grid-cols-5 border-t border-line bg-[#0c110e] md:hidden"
    >
      <BarLink to="/" label={t('nav.home')} icon={<BarIcon shape="house" />} exact />
      <BarLink to="/games" label={t('nav.gamesShort')} icon={<BarIcon shape="gamepad" />} />
      <BarLink to="/esport/tournament" label={t('nav.esports')} icon={<BarIcon shape="trophy" />} lit={path.startsWith('/esport/')} />
      <BarLink
        to="/cart"
        label={t('nav.cart')}
        icon={
          <span className="relative">
            <BarIcon shape="cart" />
            {count > 0 && (
              <span className="num absolute -top-2 left-3 min-w-4.5 rounded-full whitespace-nowrap bg-lime px-1 text-center text-[11px] leading-4.5 text-ink">
                {count}
              </span>
            )}
          </span>
        }
      />
      <BarLink
        to="/account/dashboard"
        lit={path.startsWith('/account/')}
        label={t('nav.me')}
        icon={
          <span className="relative">
            <BarIcon shape="person" />
            <UnreadMark className="-top-2 left-3" />
          </span>
        }
      />
    </nav>
  )
}

function BarLink({
  to,
  label,
  icon,
  exact = false,
  lit = false,
}: {
  to: '/' | '/games' | '/esport/tournament' | '/cart' | '/account/dashboard'
  label: string
  icon: ReactNode
  exact?: boolean
  /** The current page lies in its part of the shop. */
  lit?: boolean
}) {
  return (
    <Link
      to={to}
      activeOptions={{ exact }}
      activeProps={{ className: 'text-lime!' }}
      className={cx('flex flex-col items-center justify-center gap-0.5 text-xs', lit ? 'text-lime' : 'text-mute')}
    >
      <span aria-hidden="true">{icon}</span>
      {label}
    </Link>
  )
}
