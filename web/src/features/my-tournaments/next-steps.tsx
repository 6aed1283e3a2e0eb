import { Link } from '@tanstack/react-router'
import { useSession } from '@/api/session'
import { useTexts } from '@/i18n'
import { Newcomer } from '@/features/tournaments/newcomer'
import { Nearest, StepItem, StepRow } from './step-item'
import { useSteps } from './use-steps'

const ROWS = 3

/**
 * A member's next steps in the tournaments that they entered or run; who has entered nothing yet is told how. The server renders it for a
 * visitor; the place of a member's steps is kept if someone was signed in here before.
 */
export function NextSteps() {
  const status = useSession((session) => session.status)
  const me = useSession((session) => session.me)
  if (status === 'guest') return <Newcomer />
  if (!me) {
    return (
      <>
        <div aria-hidden="true" className="skeleton hidden h-44 in-data-member:block" />
        <div className="in-data-member:hidden">
          <Newcomer />
        </div>
      </>
    )
  }
  return me.verified && !me.suspended ? <Mine key={me.id} /> : null
}

function Mine() {
  const t = useTexts('tournaments')
  const { steps, isPending, entered } = useSteps()
  if (isPending) return <div aria-busy="true" className="skeleton h-44" />
  const [first, ...others] = steps
  // A list that failed to load shows nothing: the page below works without it.
  if (!first) return entered === 0 ? <Newcomer /> : null
  return (
    <section aria-label={t('mine.heading')} className="flex flex-col gap-2">
      <h2 className="text-xl">{t('mine.heading')}</h2>
      <StepItem step={first} look={Nearest} />
      {others.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {others.slice(0, ROWS).map((step) => (
            <StepItem key={`${step.id}${step.kind}`} step={step} look={StepRow} />
          ))}
        </ul>
      )}
      {others.length > ROWS && (
        <Link
          to="/esport/tournament"
          search={{ mine: 'entered' }}
          className="flex min-h-11 items-center self-start text-sm text-mute hover:text-text"
        >
          {t('mine.all')} <span className="num ml-1.5">{steps.length}</span>
        </Link>
      )}
    </section>
  )
}
