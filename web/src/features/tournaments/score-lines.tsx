import type { TournamentScore } from '@/api/generated'
import { useTexts } from '@/i18n'
import { cx } from '@/ui/cx'

interface Line {
  key: string
  name: string
  score?: string
  /** Ahead or level: it stands out. */
  ahead: boolean
}

/** The score of a tournament in two or three lines: its champion, else its leader, its last result, or a match being played. */
export function ScoreLines({ score, className }: { score: TournamentScore; className?: string }) {
  const t = useTexts('scores')
  const { playing, champion, leader, last, live } = score
  const label = champion ? t('champion') : leader ? t('leader') : last && t('last')
  const lines = champion
    ? [{ key: 'champion', name: champion, ahead: true }]
    : leader
      ? [{ key: 'leader', name: leader.name, score: t('points', { count: leader.points }), ahead: true }]
      : linesOf(last ?? live)
  return (
    <div className={cx('flex flex-col text-sm', className)}>
      {(label || playing > 0) && (
        <p className="flex items-baseline justify-between gap-3 text-xs leading-5 text-mute">
          {label}
          {playing > 0 && (
            <span className="text-lime">
              <span aria-hidden="true" className="mr-1.5 inline-block size-1.5 rounded-full bg-current align-middle" />
              {t('playing', { count: playing })}
            </span>
          )}
        </p>
      )}
      {lines.map(({ key, name, score: points, ahead }, index) => (
        <p key={key} className={cx('flex items-baseline justify-between gap-3 leading-6', !ahead && 'text-mute')}>
          <span className="min-w-0 overflow-x-clip text-ellipsis whitespace-nowrap">
            {index > 0 && <span className="sr-only">{t('versus')} </span>}
            {name}
          </span>
          {points && <span className="num flex-none">{points}</span>}
        </p>
      ))}
    </div>
  )
}

function linesOf(match: TournamentScore['last']): Line[] {
  if (!match) return []
  const { home, away, homeScore, awayScore } = match
  const side = (key: string, name: string, own: number | null | undefined, other: number | null | undefined) => ({
    key,
    name,
    ...(own != null && { score: String(own) }),
    ahead: (own ?? 0) >= (other ?? 0),
  })
  return [side('home', home, homeScore, awayScore), side('away', away, awayScore, homeScore)]
}
