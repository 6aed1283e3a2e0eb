import { Bell, X } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '@/api/session'
import { useTexts } from '@/i18n'
import { isOn } from './push'
import { useHere } from './use-here'

const DISMISSED = 'manao.push.dismissed'

function wasDismissed(): boolean {
  try {
    return localStorage.getItem(DISMISSED) !== null
  } catch {
    return false
  }
}

/** Offers to turn on pushes where they are possible and off; a user who declines is not asked again in this browser. */
export default function NotifyMe() {
  const id = useSession(({ me }) => me?.id)
  return id === undefined ? null : <Offer userId={id} />
}

function Offer({ userId }: { userId: number }) {
  const t = useTexts('notices')
  const { can, turn, turning, error } = useHere(userId, undefined)
  const [dismissed, setDismissed] = useState(wasDismissed)
  if (dismissed || can !== 'possible' || isOn(userId)) return null
  const dismiss = () => {
    setDismissed(true)
    try {
      localStorage.setItem(DISMISSED, '1')
    } catch {
      // Then it lasts until the page is loaded again.
    }
  }
  return (
    <div className="flex items-start gap-2 text-sm text-mute">
      <Bell className="mt-3 size-4 flex-none" aria-hidden="true" />
      <div className="min-w-0 flex-1 py-2.5">
        {t('offer.text')}{' '}
        <button type="button" aria-busy={turning || undefined} className="-my-2.5 min-h-11 text-lime underline" onClick={() => turn(true)}>
          {t('offer.turnOn')}
        </button>
        {error && (
          <p role="alert" className="text-red">
            {error}
          </p>
        )}
      </div>
      <button
        type="button"
        aria-label={t('offer.dismiss')}
        title={t('offer.dismiss')}
        className="grid size-11 flex-none place-items-center rounded-control hover:text-text"
        onClick={dismiss}
      >
        <X className="size-4" aria-hidden="true" />
      </button>
    </div>
  )
}
