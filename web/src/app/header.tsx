import { Link, useRouter, useRouterState } from '@tanstack/react-router'
import { useCartCount } from '@/features/cart/cart'
import { useTexts } from '@/i18n'
import { BarIcon } from '@/ui/bar-icon'
import { Logo } from '@/ui/logo'
import { load } from '@/ui/load'
import { MenuBar } from './menu-bar'
import { MenuButton } from './menu-button'
import { Person } from './person'
import { SearchBox } from './search-box'

export function Header({ eventHref }: { eventHref: string | null | undefined }) {
  const t = useTexts('common')
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-ink">
      <div className="mx-auto flex h-14 max-w-[1200px] items-center gap-1 px-4 md:h-16 md:gap-5 min-[1232px]:px-0">
        <Link to="/" aria-label={`${t('brand')} ${t('nav.home')}`} className="flex min-h-11 flex-none items-center">
          <Logo />
        </Link>
        <MenuBar eventHref={eventHref} />
        <span className="flex-1" />
        <div className="flex flex-none items-center gap-1 min-[1280px]:gap-3">
          <SearchBox />
          <Link
            to="/search"
            aria-label={t('search.label')}
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
