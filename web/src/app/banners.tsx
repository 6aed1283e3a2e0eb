import { Link } from '@tanstack/react-router'
import { useSession } from '@/api/session'
import { WaitingBar } from '@/features/orders/waiting-bar-lazy'
import { useTexts } from '@/i18n'
import { useOnline } from '@/ui/online'

/** Under the header, on every page: what the user has to know wherever they are. */
export function Banners() {
  const t = useTexts('common')
  const online = useOnline()
  const suspended = useSession((session) => session.me?.suspended)
  return (
    <>
      {!online && (
        <p role="status" className="bg-amber-dim px-4 py-2 text-center text-sm text-amber">
          {t('offline')}
        </p>
      )}
      {suspended && (
        <p role="status" className="bg-red-dim px-4 py-2 text-center text-sm text-red">
          {t('suspended.text')}{' '}
          <Link to="/contact" className="inline-block underline">
            {t('suspended.contact')}
          </Link>
        </p>
      )}
      <WaitingBar />
    </>
  )
}
