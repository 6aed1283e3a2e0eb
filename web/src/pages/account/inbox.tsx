import { useSession } from '@/api/session'
import { ConnectionMark } from '@/live/connection-mark'
import { AccountPage } from '../frames/account'
import { useTexts } from '@/i18n'
import { NoticeDrawer } from '@/features/notices/drawer'
import { Inbox } from '@/features/inbox/inbox'

export function InboxPage() {
  const t = useTexts('inbox')
  const me = useSession((session) => session.me)
  return (
    <AccountPage heading={t('heading')} aside={<ConnectionMark />}>
      {me && (
        <>
          <NoticeDrawer userId={me.id} />
          <Inbox me={me} />
        </>
      )}
    </AccountPage>
  )
}
