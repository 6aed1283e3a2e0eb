import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useSession } from '@/api/session'
import { CurrentTournaments } from '@/features/tournaments/current/section'
import { texts, useTexts } from '@/i18n'
import { part } from '@/ui/load'

/** Only members have steps and orders. */
const Own = part(async () => {
  const [page] = await Promise.all([import('./doorway-own'), texts('tournaments', 'matches', 'orders')()])
  return page
})

/** The way from the home page to tournaments: for a member first what is theirs. */
export default function Doorway() {
  return <CurrentTournaments own={<First />} />
}

/** It takes the same place for visitors and members, so that nothing moves when the viewer is known. */
function First() {
  const status = useSession((session) => session.status)
  if (status === 'guest') return <Welcome />
  if (status === 'member') {
    return (
      <Suspense fallback={<Place />}>
        <Own none={<Welcome />} loading={<Place />} />
      </Suspense>
    )
  }
  return (
    <>
      <div className="hidden in-data-member:block">
        <Place />
      </div>
      <div className="in-data-member:hidden">
        <Welcome />
      </div>
    </>
  )
}

const Place = () => <div aria-hidden="true" className="skeleton h-18" />

function Welcome() {
  const t = useTexts('doorway')
  return (
    <p className="flex min-h-18 items-center justify-between gap-4 rounded-panel border border-line bg-panel px-4 py-2.5">
      {t('welcome')}
      <Link to="/esport/tournament" className="flex min-h-11 flex-none items-center text-sm whitespace-nowrap text-lime hover:underline">
        {t('how')}
      </Link>
    </p>
  )
}
