import { useNavigate, useSearch } from '@tanstack/react-router'
import { MyThreads } from '@/features/support/threads'
import { useTexts } from '@/i18n'
import { ConnectionMark } from '@/live/connection-mark'
import { AccountPage } from '../frames/account'

/** The user's threads with our team. */
export function ThreadsPage() {
  const t = useTexts('support')
  const navigate = useNavigate()
  const { page = 1 } = useSearch({ from: '/account/threads' })
  return (
    <AccountPage heading={t('heading')} aside={<ConnectionMark />}>
      <MyThreads page={page} onPage={(next) => void navigate({ to: '/account/threads', search: next > 1 ? { page: next } : {} })} />
    </AccountPage>
  )
}
