import { Suspense } from 'react'
import { useSession } from '@/api/session'
import { texts } from '@/i18n'
import { part } from '@/ui/load'
import type { CardKind } from './card-kinds'

/** Members only: a visitor's page does not load it. */
const OwnState = part(async () => {
  const [card] = await Promise.all([import('./own-state'), texts('tournaments')()])
  return card
})

/** The place of a member's card; none for visitors. */
export function OwnCard({ kind }: { kind: CardKind }) {
  const member = useSession((session) => session.status === 'member')
  return (
    <div className="not-in-data-member:hidden min-h-29">
      {member && (
        <Suspense>
          <OwnState key={kind} kind={kind} />
        </Suspense>
      )}
    </div>
  )
}
