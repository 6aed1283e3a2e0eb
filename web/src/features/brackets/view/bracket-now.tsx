import type { Bracket, BracketMatch, Tournament } from '@/api/generated'
import { useTexts } from '@/i18n'
import { useBracket } from '../live'
import { isLive } from './match-card'
import { outOf, sides } from '../rounds'
import { type BracketLabels, useLabelsFor } from '../labels'

/** Number of matches, or places of a board, that fit on a card. */
const SHOWN = 3

/**
 * The state of a drawn tournament in a few lines: matches in play, else the leaders, else the latest results; at its end the champion, or that
 * there is none.
 */
export function BracketNow({ tournament }: { tournament: Tournament }) {
  const { data } = useBracket(tournament.id, undefined, true)
  // Two lines, which is enough for most tournaments.
  return data ? <Lines bracket={data} /> : <div aria-busy="true" className="skeleton h-12" />
}

function Lines({ bracket }: { bracket: Bracket }) {
  const t = useTexts('brackets')
  const { labels } = useLabelsFor(bracket)
  const champions = bracket.finished ? bracket.entrants.filter(({ rank }) => rank === 1) : []
  if (champions.length > 0) {
    return (
      <Part
        title={t('champion')}
        lines={champions.map(({ contestantId, name, disqualified }) => ({
          key: contestantId,
          text: name,
          ...(disqualified && { note: t('disqualified') }),
        }))}
      />
    )
  }
  if (bracket.finished) return <p>{t('now.noChampion')}</p>
  const live = bracket.matches.filter(isLive)
  if (live.length > 0) return <Part title={t('now.live', { count: live.length })} lines={live.slice(0, SHOWN).map(lineOf(labels))} />
  const out = outOf(bracket.entrants)
  const leaders = bracket.survivor.flatMap(({ lines }) =>
    lines.filter(({ contestantId, rank, maps }) => rank <= SHOWN && maps > 0 && !out.has(contestantId)),
  )
  if (leaders.length > 0) {
    const lines = leaders.toSorted((one, other) => other.total - one.total).slice(0, SHOWN)
    return (
      <Part
        title={t('now.leaders')}
        unit={t('now.points')}
        lines={lines.map(({ contestantId, total }) => ({ key: contestantId, text: labels.name(contestantId), score: String(total) }))}
      />
    )
  }
  // A table of its own has a leader; the places of several do not compare.
  const [table, ...tables] = bracket.groups
  const ahead = table && tables.length === 0 ? table.lines.filter((line) => line.played > 0 && !out.has(line.contestantId)) : []
  if (ahead.length > 0) {
    const lines = ahead.slice(0, SHOWN).map(({ contestantId, points }) => ({
      key: contestantId,
      text: labels.name(contestantId),
      score: String(points),
    }))
    return <Part title={t('now.leaders')} unit={t('now.points')} lines={lines} />
  }
  const decided = bracket.matches.filter(({ decidedAt, outcome }) => decidedAt && outcome === 'played')
  const latest = decided.toSorted((one, other) => (other.decidedAt ?? '').localeCompare(one.decidedAt ?? '')).slice(0, 1)
  return latest.length > 0 ? <Part title={t('now.latest')} lines={latest.map(lineOf(labels))} /> : null
}

interface Line {
  key: number
  text: string
  score?: string
  note?: string
}

const lineOf =
  (labels: BracketLabels) =>
  (match: BracketMatch): Line => {
    const [home, away] = sides(match)
    const score = [labels.score(match, 'home'), labels.score(match, 'away')]
    return {
      key: match.id,
      text: `${labels.slot(home)} – ${labels.slot(away)}`,
      ...(score.every(Boolean) && { score: score.join('–') }),
    }
  }

function Part({ title, unit, lines }: { title: string; unit?: string; lines: readonly Line[] }) {
  return (
    <div className="flex flex-col gap-1">
      <p className="flex justify-between gap-4 text-sm text-mute">
        {title}
        {unit && <span>{unit}</span>}
      </p>
      <ul className="flex flex-col gap-1">
        {lines.map(({ key, text, score, note }) => (
          <li key={key} className="flex justify-between gap-4">
            <span className="min-w-0 font-semibold break-words">
              {text}
              {note && <span className="block text-sm font-normal text-red">{note}</span>}
            </span>
            {score && <span className="num flex-none">{score}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
