import { Link } from '@tanstack/react-router'
import type { TournamentBrief } from '@/api/generated'
import { useContent, useLanguage, useTexts } from '@/i18n'
import { formatShortDay } from '@/i18n/format'
import { buttonClass } from '@/ui/button'
import { cx } from '@/ui/cx'
import { inUnits, SOON_MS } from '../left'
import { useNow } from '../now'
import { Item } from './item'

/** A tournament that can be entered: the places left, until when, and the way in. */
export function OpenTournament({ tournament }: { tournament: TournamentBrief }) {
  const t = useTexts('doorway')
  const content = useContent()
  const { id, contestantType, mainPlayers, name, phase, joined, capacity } = tournament
  const free = capacity - joined
  const few = joined >= capacity * 0.85
  return (
    <Item tournament={tournament} facts={contestantType === 'single' ? t('solo') : t('teamOf', { count: mainPlayers })}>
      <div className="flex items-center justify-between gap-3">
        <p className="min-w-0 text-sm leading-5 md:whitespace-nowrap">
          {phase === 'register' ? (
            <>
              <span className={cx('block', few && 'text-amber')}>{free > 0 ? t('places', { count: free }) : t('full')}</span>
              <Closing tournament={tournament} />
            </>
          ) : (
            <span className="text-mute">{t('closed')}</span>
          )}
        </p>
        <Link
          to="/esport/tournament/$id"
          params={{ id: String(id) }}
          aria-label={t('enterOf', { name: content(name) })}
          className={cx(buttonClass('plain', 'sm'), 'flex-none whitespace-nowrap after:absolute after:inset-0')}
        >
          {t('enter')}
        </Link>
      </div>
    </Item>
  )
}

/** When it closes: until the clock is known, the day. */
function Closing({ tournament: { next } }: { tournament: TournamentBrief }) {
  const t = useTexts('doorway')
  const language = useLanguage()
  const now = useNow()
  if (!next) return null
  const left = now === undefined ? undefined : Date.parse(next.at) - now
  if (left === undefined || left <= 0) return <span className="text-mute">{t('closes', { day: formatShortDay(next.at, language) })}</span>
  const { count, unit } = inUnits(left)
  return <span className={left < SOON_MS ? 'text-amber' : 'text-mute'}>{t(`closesIn.${unit}`, { count })}</span>
}
