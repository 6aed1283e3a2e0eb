import { Link, useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '@/api/session'
import { useTexts } from '@/i18n'
import { buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/feedback'

/**
 * Shows its content to a person who is signed in, and the way in to everybody else; what was on the way is kept.
 * `heading` is for pages whose own stands in their content.
 */
export function NeedsLogin({ heading, children }: { heading?: string; children: ReactNode }) {
  const t = useTexts('common')
  const status = useSession((session) => session.status)
  const here = useRouterState({ select: (state) => state.location.href })
  const title = heading && <h1 className="mb-6 text-2xl">{heading}</h1>
  if (status === 'unknown') {
    return (
      <>
        {title}
        <div className="skeleton h-72" />
      </>
    )
  }
  if (status === 'member') return children
  return (
    <>
      {title}
      <EmptyState
        action={
          <Link to="/auth/login" search={{ returnTo: here }} className={buttonClass('primary')}>
            {t('session.login')}
          </Link>
        }
      >
        {t('session.needed')}
      </EmptyState>
    </>
  )
}
