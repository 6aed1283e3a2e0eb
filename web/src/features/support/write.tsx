import { Link, useRouterState } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useSession } from '@/api/session'
import { texts, useTexts } from '@/i18n'
import { buttonClass } from '@/ui/button'
import { cx } from '@/ui/cx'
import { part } from '@/ui/load'
import type { Asked } from './write-form'

const WriteForm = part(async () => {
  const [{ WriteForm }] = await Promise.all([import('./write-form'), texts('support', 'messages', 'form')()])
  return { default: WriteForm }
})

/** Writing to our team, for members; visitors are led to log in. The server renders what visitors see. */
export function Write(asked: Asked) {
  const t = useTexts('pages')
  const status = useSession((session) => session.status)
  return (
    <section aria-labelledby="write" className="flex flex-col gap-5 rounded-panel border border-line bg-panel p-5 md:p-6">
      <h2 id="write" className="text-xl">
        {t('contact.write.heading')}
      </h2>
      {status === 'member' ? (
        <Suspense fallback={<div className="skeleton h-[560px]" />}>
          <WriteForm {...asked} />
        </Suspense>
      ) : (
        // Known a moment later than the page; the space is the visitor's, who has nothing else coming.
        <div className={cx('flex flex-col gap-5', status === 'unknown' && 'invisible')}>
          <SignIn />
        </div>
      )}
    </section>
  )
}

function SignIn() {
  const t = useTexts('pages')
  const common = useTexts('common')
  const here = useRouterState({ select: (state) => state.location.href })
  return (
    <>
      <p className="text-mute">{t('contact.write.visitor')}</p>
      <div className="flex flex-wrap gap-3">
        <Link to="/auth/login" search={{ returnTo: here }} className={buttonClass('primary')}>
          {common('session.login')}
        </Link>
        <Link to="/auth/login" search={{ returnTo: here, register: true }} className={buttonClass('plain')}>
          {common('session.register')}
        </Link>
      </div>
    </>
  )
}
