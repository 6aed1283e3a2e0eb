import type { BracketEntrant, BracketGroup, BracketMatch } from '@/api/generated'
import { useEntrantTexts } from '@/i18n/entrants'
import { cx } from '@/ui/cx'
import { between } from './standings'

interface CrossTableProps {
  group: BracketGroup
  matches: readonly BracketMatch[]
  entrant: ReadonlyMap<number, BracketEntrant>
  caption: string
}

/** All results between all entrants of a group, in the order of the table. */
export function CrossTable({ group, matches, entrant, caption }: CrossTableProps) {
  const t = useEntrantTexts('boards')
  const ids = group.lines.map(({ contestantId }) => contestantId)
  const own = matches.filter((match) => match.group === group.group && !match.extra)
  return (
    // A large table scrolls by itself, also by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="region" aria-label={caption} tabIndex={0} className="overflow-x-auto">
      <table className="border-collapse text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" className="sticky left-0 bg-ink py-1.5 pr-3 text-left text-xs font-normal text-mute">
              {t('column.name')}
            </th>
            {ids.map((id) => (
              <th key={id} scope="col" className="num min-w-14 px-1 py-1.5 text-center text-xs text-mute">
                <abbr title={entrant.get(id)?.name} className="no-underline">
                  {entrant.get(id)?.shortName}
                </abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ids.map((one) => (
            <tr key={one} className="border-t border-line/70">
              <th scope="row" className="sticky left-0 max-w-44 bg-ink py-1.5 pr-3 text-left font-normal break-words">
                {entrant.get(one)?.name}
              </th>
              {ids.map((other) => (
                <td key={other} className="num px-1 py-1.5 text-center whitespace-nowrap">
                  {one === other ? (
                    <span aria-hidden="true" className="mx-auto block h-px w-4 bg-line" />
                  ) : (
                    <Results matches={between(own, one, other)} one={one} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Results({ matches, one }: { matches: readonly BracketMatch[]; one: number }) {
  return matches.map((match) => {
    const home = match.home.contestantId === one
    const [own, other] = home ? [match.homeScore, match.awayScore] : [match.awayScore, match.homeScore]
    if (own === null || own === undefined) {
      return (
        <span key={match.id} className="block text-mute">
          ·
        </span>
      )
    }
    const won = match.winner === (home ? 'home' : 'away')
    return (
      <span key={match.id} className={cx('block', won ? 'text-text' : 'text-mute')}>
        {own}–{other}
      </span>
    )
  })
}
