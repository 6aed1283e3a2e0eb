import { Link, useRouterState } from '@tanstack/react-router'
import { useSession } from '@/api/session'
import { isLoginPath } from '@/features/login-gate/login-paths'
import { useUnread } from '@/features/inbox/badge'
import { UnreadMark } from '@/features/inbox/unread'
import { useTexts } from '@/i18n'
import { Avatar } from '@/ui/avatar'

/** The user's initials, or the sign-in link. Its place is kept until the user is known; `index.html` knows who it probably is. */
export function Person() {
  const t = useTexts('common')
  const { status, me } = useSession()
  const here = useRouterState({ select: (state) => state.location })
  const unread = useUnread()
  if (status === 'unknown') {
    return (
      <span aria-hidden="true" className="num nobody-yet">
        <span className="max-[1280px]:hidden">{t('session.register')}</span>
        {t('session.login')}
      </span>
    )
  }
  if (!me) {
    const returnTo = isLoginPath(here.href) ? (here.search as { returnTo?: string }).returnTo : here.href
    const search = returnTo === undefined || returnTo === '/' ? {} : { returnTo }
    return (
      <span className="flex flex-none gap-4 px-1.5">
        <Link
          to="/auth/login"
          search={{ ...search, register: true }}
          className="num flex min-h-11 items-center text-[15px] whitespace-nowrap text-mute hover:text-text max-[1280px]:hidden"
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
      </span>
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
