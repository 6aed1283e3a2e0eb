import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useTexts } from '@/i18n'
import { buttonClass } from '@/ui/button'
import { cx } from '@/ui/cx'

/** Tells who has not entered anything yet what it costs, alone or in a team, and the steps to the first match. */
export function Newcomer() {
  const t = useTexts('doorway')
  const id = useId()
  const steps = t('steps.list', { returnObjects: true })
  return (
    <section
      aria-labelledby={id}
      className="grid items-center gap-x-6 gap-y-3 rounded-panel border border-line bg-panel p-4 sm:grid-cols-[1fr_auto] md:p-5"
    >
      <h2 id={id} className="text-lg">
        {t('steps.heading')}
      </h2>
      <ol className="grid gap-x-6 gap-y-3 sm:col-span-2 sm:grid-cols-3">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="flex gap-3">
            <span aria-hidden="true" className="num grid size-8 flex-none place-items-center rounded-[9px] bg-lime-dim text-sm text-lime">
              {index + 1}
            </span>
            <p className="min-w-0 text-sm leading-6 text-mute">
              <span className="font-semibold text-text after:content-[':_'] sm:block sm:after:content-none">{title}</span>
              {text}
            </p>
          </li>
        ))}
      </ol>
      <Link to="/account/team" className={cx(buttonClass('plain', 'sm'), 'sm:col-start-2 sm:row-start-1')}>
        {t('steps.team')}
      </Link>
    </section>
  )
}
