import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { LoginGate } from '@/features/login-gate/login-gate'
import { WaitingRoom } from '@/features/waiting-room/waiting-room'
import { useTexts } from '@/i18n'

export function LinePage() {
  const t = useTexts('line')
  const { sale, join = false } = useSearch({ from: '/purchase/line' })
  const navigate = useNavigate()
  if (sale === undefined) return <Navigate to="/games" replace />
  return (
    <LoginGate heading={t('heading')}>
      <WaitingRoom
        key={sale}
        sale={sale}
        joins={join}
        onJoined={() => void (join && navigate({ to: '/purchase/line', search: { sale }, replace: true, resetScroll: false }))}
      />
    </LoginGate>
  )
}
