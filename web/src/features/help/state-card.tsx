import { Link } from '@tanstack/react-router'
import { useTexts } from '@/i18n'
import { buttonClass } from '@/ui/button'
import { cx } from '@/ui/cx'
import { TeamLogo } from '@/ui/team-logo'

interface StateCardProps {
  title: string
  text: string | undefined
  /** The team's or the opponent's name, for its mark. */
  mark?: string | undefined
  warn?: boolean
  action: { to: string; search?: Record<string, string>; label: string }
}

export function StateCard({ title, text, mark, warn = false, action }: StateCardProps) {
  const t = useTexts('manual')
  return (
    <aside
      aria-label={t('own.label')}
      className={cx(
        'flex min-h-29 animate-[appear_0.3s] items-center gap-3.5 rounded-panel border p-4',
        warn ? 'border-amber/50 bg-panel' : 'border-lime/40 bg-[linear-gradient(105deg,#18240f,#0d130d_70%)]',
      )}
    >
      {mark !== undefined && <TeamLogo name={mark} />}
      <div className="min-w-0 flex-1">
        <p className="line-clamp-2 leading-snug font-semibold">{title}</p>
        {text && <p className="mt-0.5 line-clamp-2 text-sm text-mute">{text}</p>}
      </div>
      <Link to={action.to} search={action.search ?? {}} className={cx(buttonClass('plain', 'sm'), 'max-w-32 flex-none')}>
        {action.label}
      </Link>
    </aside>
  )
}

/** Stands where the reader's state could not be fetched, and leads to the page that shows it. */
export function StateElsewhere({ to }: { to: string }) {
  const t = useTexts('manual')
  return <StateCard title={t('own.unknown')} text={t('own.unknownText')} action={{ to, label: t('own.unknownDo') }} />
}
