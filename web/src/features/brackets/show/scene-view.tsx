import type { Bracket, BracketMatch, MatchSide, SurvivorGroup } from '@/api/generated'
import { useLanguage } from '@/i18n'
import { useEntrantTexts } from '@/i18n/entrants'
import { formatDay, formatTime } from '@/i18n/format'
import { cx } from '@/ui/cx'
import { TeamLogo } from '@/ui/team-logo'
import { publishedMaps } from '../view/board/rows'
import { type BracketLookup, outOf } from '../rounds'
import { lastThrough } from '../view/tables/standings'
import { StandingsTable } from '../view/tables/standings-table'
import { type BracketLabels, groupName } from '../labels'
import { lastResults, nextMatches } from './current'
import { ROWS, type Scene } from './scenes'
import { Tree } from './tree'

interface SceneProps {
  bracket: Bracket
  scene: Scene
  known: BracketLookup
  labels: BracketLabels
}

export function SceneView({ bracket, scene, known, labels }: SceneProps) {
  switch (scene.kind) {
    case 'tree':
      return <Tree page={scene} labels={labels} />
    case 'tables':
      return <TablesScene bracket={bracket} known={known} shown={scene.groups} />
    case 'board': {
      const group = bracket.survivor.find((each) => each.group === scene.group)
      return group && <BoardScene group={group} known={known} from={scene.from} several={bracket.survivor.length > 1} />
    }
    case 'next':
      return <Matches matches={nextMatches(bracket.matches, 6)} known={known} labels={labels} />
    case 'results':
      return <Matches matches={lastResults(bracket.matches, 6)} known={known} labels={labels} />
  }
}

function TablesScene({ bracket, known, shown }: Pick<SceneProps, 'bracket' | 'known'> & { shown: readonly number[] }) {
  const t = useEntrantTexts('boards')
  const groups = bracket.groups.filter(({ group }) => shown.includes(group))
  return (
    <div className={cx('grid h-full content-center gap-x-10', groups.length > 1 && 'grid-cols-2')}>
      {groups.map((group) => (
        <section key={group.group} className="@container min-w-0">
          <h2 className="num text-xl">{bracket.groups.length > 1 ? t('group.name', { name: groupName(group.group) }) : t('group.only')}</h2>
          <StandingsTable group={group} entrant={known.entrant} caption={t('group.table', { name: groupName(group.group) })} />
        </section>
      ))}
    </div>
  )
}

function BoardScene({ group, known, from, several }: { group: SurvivorGroup; known: BracketLookup; from: number; several: boolean }) {
  const t = useEntrantTexts('boards')
  const last = publishedMaps(group).at(-1)
  const cut = lastThrough(group.lines, group.winners, outOf([...known.entrant.values()]))
  return (
    <section className="flex h-full flex-col">
      {several && <h2 className="num text-xl">{t('group.name', { name: groupName(group.group) })}</h2>}
      <table className="w-full border-collapse text-left">
        <thead>
          <tr className="text-sm text-mute">
            <th scope="col" className="w-12 font-normal">
              #
            </th>
            <th scope="col" className="font-normal">
              {t('column.name')}
            </th>
            {last !== undefined && (
              <th scope="col" className="w-24 text-right font-normal">
                {t('column.map', { map: last })}
              </th>
            )}
            <th scope="col" className="w-24 text-right font-normal">
              {t('column.kills')}
            </th>
            <th scope="col" className="w-24 text-right font-normal text-text">
              {t('column.total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {group.lines.slice(from, from + ROWS).map((line, index) => {
            const entrant = known.entrant.get(line.contestantId)
            const champion = group.champion?.contestantId === line.contestantId
            return (
              <tr
                key={line.contestantId}
                className={cx('border-t border-line', from + index - 1 === cut && 'border-t-2 border-text', champion && 'text-lime')}
              >
                <td className="num py-0.5 text-xl">{line.maps === 0 ? '–' : line.rank}</td>
                <th scope="row" className="py-0.5 text-left text-lg leading-snug font-semibold">
                  <span className={cx(entrant?.out && 'text-mute line-through')}>{entrant?.name}</span>
                  {entrant?.out && <span className="ml-3 text-sm font-normal text-mute">{t('out')}</span>}
                  {champion && <span className="num ml-3 text-base">{t('board.champion')}</span>}
                </th>
                {last !== undefined && <td className="num py-0.5 text-right text-lg text-mute">{line.byMap[last - 1] ?? '–'}</td>}
                <td className="num py-0.5 text-right text-lg text-mute">{line.kills}</td>
                <td className="num py-0.5 text-right text-xl">{line.total}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

function Matches({ matches, known, labels }: Pick<SceneProps, 'known' | 'labels'> & { matches: readonly BracketMatch[] }) {
  return (
    <ol className={cx('grid h-full content-center gap-4', matches.length > 3 && 'grid-cols-2')}>
      {matches.map((match) => (
        <li
          key={match.id}
          className={cx('rounded-panel border bg-panel px-5 py-3', match.state === 'playing' ? 'border-lime' : 'border-line')}
        >
          <p className="flex justify-between gap-4 text-sm text-mute">
            <span className="num">{labels.match(match.label)}</span>
            <When match={match} labels={labels} />
          </p>
          {(['home', 'away'] as const).map((side) => (
            <Side key={side} match={match} side={side} known={known} labels={labels} />
          ))}
        </li>
      ))}
    </ol>
  )
}

function When({ match, labels }: { match: BracketMatch; labels: BracketLabels }) {
  const language = useLanguage()
  if (match.state === 'playing') return <span className="text-lime">● {labels.state(match)}</span>
  if (match.state !== 'decided' && match.scheduledAt) {
    return (
      <span>
        {formatDay(match.scheduledAt, language)} <span className="num text-base text-text">{formatTime(match.scheduledAt, false)}</span>
      </span>
    )
  }
  return <span>{labels.state(match)}</span>
}

function Side({ match, side, known, labels }: Pick<SceneProps, 'known' | 'labels'> & { match: BracketMatch; side: MatchSide }) {
  const slot = match[side]
  const entrant = slot.contestantId ? known.entrant.get(slot.contestantId) : undefined
  const lost = match.winner ? match.winner !== side : match.outcome === 'double_forfeit'
  return (
    <p className={cx('flex items-center gap-3 pt-1.5 text-lg leading-snug', match.winner === side && 'font-semibold', lost && 'text-mute')}>
      {entrant && <TeamLogo name={entrant.name} shortName={entrant.shortName} logo={entrant.logo} size="sm" />}
      <span className="min-w-0 flex-1 truncate py-0.5">{labels.slot(slot)}</span>
      <span className={cx('num text-2xl', match.state === 'playing' && 'text-lime')}>{labels.score(match, side)}</span>
    </p>
  )
}
