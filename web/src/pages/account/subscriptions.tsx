import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Me } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { CancelDialog } from '@/features/numbers/cancel-dialog'
import { SubscriptionCard } from '@/features/numbers/subscription-card'
import { PER_PAGE, showSubscription, subscriptionsQuery } from '@/features/numbers/subscriptions'
import { useTexts } from '@/i18n'
import { useTopic } from '@/live'
import { ConnectionMark } from '@/live/connection-mark'
import { buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/feedback'
import { Pager } from '@/ui/pager'
import { QueryError } from '@/ui/query-error'
import { AccountPage } from '../frames/account'

export function SubscriptionsPage() {
  const t = useTexts('numbers')
  const me = useSession((session) => session.me)
  return (
    <AccountPage heading={t('heading')} aside={me && <ConnectionMark />}>
      {me && <Mine me={me} />}
    </AccountPage>
  )
}

/** The member's packages and subscriptions, newest first; each change arrives live. */
function Mine({ me }: { me: Me }) {
  const t = useTexts('numbers')
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery({ ...subscriptionsQuery(me.id, page), placeholderData: keepPreviousData })
  const [cancelling, setCancelling] = useState<number>()
  const reread = () => void refetch()
  useTopic(me.live, { 'purchase.changed': reread }, { onReload: reread })
  if (error && !data) return <QueryError problem={problemOf(error)} onRetry={reread} />
  if (!data) return <div className="skeleton h-64" />
  if (data.items.length === 0) {
    return (
      <EmptyState
        action={
          <Link to="/games" search={{ kind: 'DATA_PACKAGE' }} className={buttonClass('plain')}>
            {t('list.browse')}
          </Link>
        }
      >
        {t('list.empty')}
      </EmptyState>
    )
  }
  const pages = Math.max(1, Math.ceil(data.total / PER_PAGE))
  const shown = data.items.find(({ lineId }) => lineId === cancelling)
  return (
    <>
      <ul className="flex flex-col gap-3">
        {data.items.map((subscription) => (
          <SubscriptionCard key={subscription.lineId} subscription={subscription} onCancel={() => setCancelling(subscription.lineId)} />
        ))}
      </ul>
      <Pager
        page={page}
        pages={pages}
        onPage={setPage}
        labels={{ page: t('list.page', { page, pages }), previous: t('list.previous'), next: t('list.next') }}
      />
      {shown && (
        <CancelDialog
          subscription={shown}
          onClose={() => setCancelling(undefined)}
          onCancelled={(cancelled) => showSubscription(me.id, page, cancelled)}
          onStale={reread}
        />
      )}
    </>
  )
}
