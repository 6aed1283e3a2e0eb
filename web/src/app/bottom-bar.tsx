import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCartCount } from '@/features/cart/cart'
import { UnreadMark } from '@/features/inbox/unread'
import { useTexts } from '@/i18n'
import { BarIcon } from '@/ui/bar-icon'
import { cx } from '@/ui/cx'
import { useProgram } from './where'

/** The phone's navigation. */
export function BottomBar() {
  const t = useTexts('common')
  const count = useCartCount()
  const program = useProgram()
  return (
    <nav
      aria-label={t('nav.label')}
      className="fixed inset-x-0 bottom-0 z-20 bottom-bar grid h-[68px] grid-cols-5 border-t border-line bg-[#0c110e] md:hidden"
    >
      <BarLink to="/" label={t('nav.home')} icon={<BarIcon shape="house" />} exact />
      <BarLink to="/games" label={t('nav.gamesShort')} icon={<BarIcon shape="gamepad" />} />
      <BarLink to="/esport/tournament" label={t('nav.esports')} icon={<BarIcon shape="trophy" />} lit={program === 'esports'} />
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
        lit={program === 'account'}
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
