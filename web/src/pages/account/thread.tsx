import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useSession } from '@/api/session'
import { MyThread } from '@/features/support/my-thread'
import { threadQuery } from '@/features/support/queries'
import { useTexts } from '@/i18n'
import { ConnectionMark } from '@/live/connection-mark'
import { AccountPage } from '../frames/account'

/** A conversation of the user with our team. */
export function ThreadPage() {
  const t = useTexts('support')
  const id = Number(useParams({ from: '/account/threads/$id' }).id)
  const member = useSession((session) => session.status === 'member')
  const { data } = useQuery({ ...threadQuery('member', id), enabled: member })
  const heading = data ? <bdi className="[overflow-wrap:anywhere]">{data.subject}</bdi> : t('heading')
  return (
    <AccountPage heading={heading} aside={<ConnectionMark />}>
      <MyThread key={id} id={id} />
    </AccountPage>
  )
}
