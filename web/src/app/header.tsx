import { Link, useRouter, useRouterState } from '@tanstack/react-router'
import { useCartCount } from '@/features/cart/cart'
import { useTexts } from '@/i18n'
import { BarIcon } from '@/ui/bar-icon'
import { Logo } from '@/ui/logo'
import { load } from '@/ui/load'
import { header, line } from './frame-place'
import { MenuBar } from './menu-bar'
import { MenuButton } from './menu-button'
import { Person } from './person'
import { SearchBox } from './search-box'

export function Header({ eventHref }: { eventHref: string | null | undefined }) {
  const t = useTexts('shell')
  const common = useTexts('common')
  return (
    <header data-late="" className={header}>
      <div className={line}>
        <Link to="/" aria-label={`${common('brand')} ${t('nav.home')}`} className="flex min-h-11 flex-none items-center">
          <Logo />
        </Link>
        <MenuBar eventHref={eventHref} />
        <span className="flex-1" />
        <div className="flex flex-none items-center gap-1 min-[1280px]:gap-3">
          <SearchBox />
          <Link
            to="/search"
            aria-label={common('search.label')}
            className="grid size-11 flex-none place-items-center text-mute hover:text-text min-[1200px]:hidden"
          >
            <BarIcon shape="search" />
          </Link>
          <LanguageSwitch />
          <CartLink />
          <Person />
          <MenuButton eventHref={eventHref} />
        </div>
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

function LanguageSwitch() {
  const t = useTexts('shell')
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
  const t = useTexts('shell')
  const count = useCartCount()
  return (
    <Link
      to="/cart"
      aria-label={count ? t('nav.cartCount', { count }) : t('nav.cart')}
      className="flex min-h-11 min-w-11 flex-none items-center justify-center gap-2 text-[15px] whitespace-nowrap text-mute hover:text-text max-md:hidden"
    >
      <BarIcon shape="cart" />
      {count > 0 && (
        <span aria-hidden="true" className="num min-w-6 rounded bg-lime-dim px-1.5 text-center text-sm text-lime">
          {count}
        </span>
      )}
    </Link>
  )
}
