import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '@/i18n'
import { buttonClass } from '@/ui/button'
import { cx } from '@/ui/cx'

interface CardAction {
  label: string
  to: string
  search?: Record<string, string>
}

interface YourCardProps {
  title: ReactNode
  tone?: 'live' | 'plain' | 'warn'
  children?: ReactNode
  /** The main action; on a phone it stays in thumb's reach, in place of the navigation. */
  action?: CardAction | undefined
  /** Whether the action is in the phone's bar. */
  bar?: boolean
  /** Text beside it in the phone's bar, in one line. */
  barText?: ReactNode
  /** Secondary actions. */
  others?: ReactNode
}

/** The viewer's next action in a tournament. */
export function YourCard({ title, tone = 'plain', children, action, bar = true, barText, others }: YourCardProps) {
  const t = useTexts('tournaments')
  const looks = {
    live: 'border-lime/40 bg-[linear-gradient(120deg,#18240f,#0d130d_75%)]',
    plain: 'border-line bg-panel',
    warn: 'border-amber/50 bg-panel',
  }
  return (
    <section aria-label={t('you.label')} className={cx('flex flex-col gap-3 rounded-panel border p-4 md:p-5', looks[tone])}>
      <h2 className="text-lg">{title}</h2>
      {children}
      {action && (
        <Link
          to={action.to}
          search={action.search ?? {}}
          className={cx(buttonClass(bar ? 'primary' : 'plain', 'md', true), bar && 'max-md:hidden')}
        >
          {action.label}
        </Link>
      )}
      {others}
      {action && bar && (
        <div className="action-bar fixed inset-x-0 bottom-0 z-20 flex h-[68px] items-center gap-3 border-t border-lime/40 bg-[#10170d] px-4 md:hidden">
          <div className="min-w-0 flex-1 text-sm leading-5">{barText}</div>
          <Link to={action.to} search={action.search ?? {}} className={cx(buttonClass('primary'), 'flex-none')}>
            {action.label}
          </Link>
        </div>
      )}
    </section>
  )
}
