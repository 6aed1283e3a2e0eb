import { Link, useRouterState } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { useSession } from '@/api/session'
import { useTexts } from '@/i18n'
import { buttonClass } from '@/ui/button'
import { EmptyState, Notice } from '@/ui/feedback'

/**
 * Shows its content to a signed-in user, and a way to sign in to everyone else; entered data is kept. `heading` is for pages whose own heading
 * is in their content.
 */
export function LoginGate({ heading, children }: { heading?: string; children: ReactNode }) {
  const t = useTexts('common')
  const { status, me, unsure } = useSession()
  const here = useRouterState({ select: (state) => state.location.href })
  const title = heading && <h1 className="mb-6 text-2xl">{heading}</h1>
  if (status === 'unknown') {
    return (
      <>
        {title}
        {unsure && (
          <div className="mb-6">
            <Notice tone="warn">{t('session.unsure')}</Notice>
          </div>
        )}
        <div className="skeleton h-72" />
      </>
    )
  }
  // Keyed by user: one user's input must not reach the next one.
  if (status === 'member') return <Fragment key={me?.id}>{children}</Fragment>
  return (
    <>
      {title}
      <EmptyState
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <Link to="/auth/login" search={{ returnTo: here, register: true }} className={buttonClass('plain')}>
              {t('session.register')}
            </Link>
            <Link to="/auth/login" search={{ returnTo: here }} className={buttonClass('primary')}>
              {t('session.login')}
            </Link>
          </div>
        }
      >
        {t('session.needed')}
      </EmptyState>
    </>
  )
}
