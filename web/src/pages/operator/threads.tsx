import { useNavigate, useSearch } from '@tanstack/react-router'
import { useSession } from '@/api/session'
import { LoginGate } from '@/features/login-gate/login-gate'
import { StaffThreads } from '@/features/support/staff-threads'
import { useTexts } from '@/i18n'
import { ConnectionMark } from '@/live/connection-mark'
import { Notice } from '@/ui/feedback'

/** Members' threads with our team. */
export function StaffThreadsPage() {
  const t = useTexts('support')
  const operator = useTexts('operator')
  const isOperator = useSession((session) => session.me?.isOperator)
  const navigate = useNavigate()
  const { page = 1, ...filter } = useSearch({ from: '/operator/threads' })
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="text-2xl">{t('staff.heading')}</h1>
        <ConnectionMark />
      </div>
      <LoginGate>
        {isOperator ? (
          <StaffThreads
            filter={filter}
            page={page}
            onChange={(next, at) =>
              void navigate({ to: '/operator/threads', search: { ...next, ...(at > 1 && { page: at }) }, resetScroll: false })
            }
          />
        ) : (
          <Notice tone="warn">{operator('staffOnly')}</Notice>
        )}
      </LoginGate>
    </div>
  )
}
