import { Link } from '@tanstack/react-router'
import { type ReactNode, useCallback } from 'react'
import { useSession } from '@/api/session'
import { useTexts } from '@/i18n'
import { Newcomer } from '@/features/tournaments/newcomer'
import { Nearest, StepItem, StepRow } from './step-item'
import { useSteps } from './use-steps'

const ROWS = 3

/**
 * A member's next steps in the tournaments that they entered or run; who has entered nothing yet is told how. The server renders it for a
 * visitor; if someone was signed in here before, a member's steps get the height that they had last, so that nothing below them moves.
 */
export function NextSteps() {
  const status = useSession((session) => session.status)
  const me = useSession((session) => session.me)
  if (status === 'guest') return <Newcomer />
  if (!me) {
    return (
      <>
        <div aria-hidden="true" className={`${PLACE} hidden in-data-member:block`} />
        <div className="in-data-member:hidden">
          <Newcomer />
        </div>
      </>
    )
  }
  return <KeptHeight>{me.verified && !me.suspended ? <Mine key={me.id} /> : null}</KeptHeight>
}

/** A script in `index.html` sets the height before the first paint. */
const PLACE = 'skeleton h-[calc(var(--steps)*1px)]'

/** Remembers how high the steps are once they are known. */
function KeptHeight({ children }: { children: ReactNode }) {
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const watcher = new ResizeObserver(() => {
      if (element.querySelector('[aria-busy]')) return
      try {
        localStorage.setItem('manao.stepsHeight', String(element.offsetHeight))
      } catch {
        // Storage may be blocked: the page then moves once.
      }
    })
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  return <div ref={watch}>{children}</div>
}

function Mine() {
  const t = useTexts('tournaments')
  const { steps, isPending, entered } = useSteps()
  if (isPending) return <div aria-busy="true" className={PLACE} />
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
