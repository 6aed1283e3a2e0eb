import { useParams } from '@tanstack/react-router'
import { useSession } from '@/api/session'
import { LoginGate } from '@/features/login-gate/login-gate'
import { StaffThread } from '@/features/support/staff-thread'
import { useTexts } from '@/i18n'
import { Notice } from '@/ui/feedback'

/** A member's thread, which staff answer. */
export function StaffThreadPage() {
  const t = useTexts('support')
  const operator = useTexts('operator')
  const isOperator = useSession((session) => session.me?.isOperator)
  const id = Number(useParams({ from: '/operator/threads/$id' }).id)
  return (
    <div className="flex flex-col gap-4">
      <LoginGate heading={t('staff.heading')}>
        {isOperator ? (
          <StaffThread key={id} id={id} />
        ) : (
          <>
            <h1 className="text-2xl">{t('staff.heading')}</h1>
            <Notice tone="warn">{operator('staffOnly')}</Notice>
          </>
        )}
      </LoginGate>
    </div>
  )
}
