import { Link } from '@tanstack/react-router'
import type { Me } from '@/api/generated'
import { useSession } from '@/api/session'
import { ConnectionMark } from '@/live/connection-mark'
import { Avatar } from '@/ui/avatar'
import { NumberSection, Row } from '@/features/mobile/number-section'
import { PurchaseList } from '@/features/orders/purchase-list'
import { useTexts } from '@/i18n'
import { buttonClass } from '@/ui/button'
import { Notice } from '@/ui/feedback'
import { Tag } from '@/ui/tag'
import { Activity } from '@/features/account/activity'
import { Devices } from '@/features/account/devices'
import { LoginCodes } from '@/features/account/login-codes'
import { AccountPage } from '../frames/account'

export function DashboardPage() {
  const t = useTexts('account')
  const common = useTexts('common')
  const me = useSession((session) => session.me)
  return (
    <AccountPage
      heading={me ? <Hello me={me} /> : common('nav.account')}
      aside={
        <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {me?.verified && <Tag tone="lime">{t('dashboard.verified')}</Tag>}
          <ConnectionMark />
        </span>
      }
    >
      {me && <Dashboard me={me} />}
    </AccountPage>
  )
}

function Hello({ me }: { me: Me }) {
  const t = useTexts('account')
  return (
    <span className="flex items-center gap-4">
      <Avatar name={me.displayName} picture={me.picture} />
      {t('dashboard.hello', { name: me.displayName })}
    </span>
  )
}

function Dashboard({ me }: { me: Me }) {
  const t = useTexts('account')
  const mobile = useTexts('mobile')
  return (
    <>
      {!me.verified && (
        <Notice
          tone="warn"
          action={
            <Link to="/account/verify-email" className={buttonClass('plain', 'sm')}>
              {t('dashboard.verifyEmail')}
            </Link>
          }
        >
          {t('dashboard.unverified')}
        </Notice>
      )}
      <section className="flex flex-col gap-4">
        <div className="flex items-center justify-between gap-4">
          <h2 className="text-xl">{t('dashboard.recent')}</h2>
          <Link to="/account/purchased" className={buttonClass('ghost', 'sm')}>
            {t('dashboard.seeAll')}
          </Link>
        </div>
        <PurchaseList page={1} perPage={5} />
      </section>
      <NumberSection me={me}>
        <Row
          name={t('dashboard.email')}
          action={
            !me.emailVerified &&
            !me.suspended && (
              <Link to="/account/verify-email" className={buttonClass('plain', 'sm')}>
                {t(me.email ? 'dashboard.verifyEmail' : 'dashboard.addEmail')}
              </Link>
            )
          }
        >
          {me.email ? <span className="min-w-0 break-all">{me.email}</span> : <span className="text-mute">{t('dashboard.noEmail')}</span>}
          {me.email && (
            <Tag tone={me.emailVerified ? 'lime' : 'amber'}>{mobile(me.emailVerified ? 'numbers.verified' : 'numbers.unverified')}</Tag>
          )}
        </Row>
      </NumberSection>
      <Devices />
      {me.mobileVerified && <LoginCodes />}
      <Activity />
    </>
  )
}
