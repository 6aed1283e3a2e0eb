import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { LoginGate } from '@/features/login-gate/login-gate'
import { WaitingRoom } from '@/features/waiting-room/waiting-room'
import { useTexts } from '@/i18n'

export function LinePage() {
  const t = useTexts('line')
  const { sale, join = false } = useSearch({ from: '/purchase/line' })
  const navigate = useNavigate()
  return (
    <LoginGate heading={t('heading')}>
      {sale === undefined ? (
        <Navigate to="/games" replace />
      ) : (
        <WaitingRoom
          key={sale}
          sale={sale}
          joins={join}
          onJoined={() => void (join && navigate({ to: '/purchase/line', search: { sale }, replace: true, resetScroll: false }))}
        />
      )}
    </LoginGate>
  )
}
