import { useMemo } from 'react'
import type { BracketEntrant, BracketGroup } from '@/api/generated'
import { useEntrantTexts } from '@/i18n/entrants'
import { cx } from '@/ui/cx'
import { Tag } from '@/ui/tag'
import { TeamLogo } from '@/ui/team-logo'
import { outOf } from '../../rounds'
import { type Standing, standings } from './standings'

interface StandingsTableProps {
  group: BracketGroup
  entrant: ReadonlyMap<number, BracketEntrant>
  /** The full title above the table, for screen readers. */
  caption: string
  /** The entrant whose row is marked. */
  mine?: number | undefined
}

const number = 'num px-1.5 py-2 text-right whitespace-nowrap sm:px-2'

/** The table of a group, with the qualifying line, and the tie-break between equal points. */
export function StandingsTable({ group, entrant, caption, mine }: StandingsTableProps) {
  const t = useEntrantTexts('boards')
  const rows = standings(
    group,
    useMemo(() => outOf([...entrant.values()]), [entrant]),
  )
  return (
    <table className="w-full table-fixed border-collapse text-left">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-line text-xs text-mute">
          <th scope="col" className="w-8 py-1.5 pr-1 font-normal">
            <abbr title={t('column.place')} className="no-underline">
              #
            </abbr>
          </th>
          <th scope="col" className="py-1.5 font-normal">
            {t('column.name')}
          </th>
          <Head name="played" />
          <Head name="record" />
          <Head name="games" wide />
          <Head name="difference" wide />
          <Head name="points" strong />
        </tr>
      </thead>
      {/* One body for each row, so that the line can stand between two. */}
      <tbody>
        {rows.map((row) => (
          <Row key={row.line.contestantId} row={row} entrant={entrant.get(row.line.contestantId)} mine={mine === row.line.contestantId} />
        ))}
      </tbody>
    </table>
  )
}

/** Equal widths in every table, so that neighbouring tables align. */
const WIDTH = { played: 'w-9', record: 'w-18 sm:w-20', games: 'w-16', difference: 'w-12', points: 'w-11' }

function Head({
  name,
  wide = false,
  strong = false,
}: {
  name: 'played' | 'record' | 'games' | 'difference' | 'points'
  wide?: boolean
  strong?: boolean
}) {
  const t = useEntrantTexts('boards')
  return (
    <th
      scope="col"
      className={cx(
        'px-1.5 py-1.5 text-right font-normal whitespace-nowrap sm:px-2',
        WIDTH[name],
        wide && '@max-[26rem]:hidden',
        strong && 'text-text',
      )}
    >
      <abbr title={t(`column.${name}Full`)} className="no-underline">
        {t(`column.${name}`)}
      </abbr>
    </th>
  )
}

function Row({
  row: { line, shared, tied, last, qualifies },
  entrant,
  mine,
}: {
  row: Standing
  entrant: BracketEntrant | undefined
  mine: boolean
}) {
  const t = useEntrantTexts('boards')
  const { rank, points, played, won, drawn, lost, gamesWon, gamesLost, forfeited, decidedBy } = line
  const difference = gamesWon - gamesLost
  return (
    <>
      <tr className={cx('border-b border-line/70', mine && 'bg-lime-dim/60', tied && 'bg-amber-dim/60', last && 'border-b-0')}>
        <td className={cx('num py-2 pr-1 pl-1', qualifies ? 'text-text' : 'text-mute')}>{played === 0 ? '–' : rank}</td>
        <th scope="row" className="min-w-0 py-2 text-left font-normal">
          <span className="flex min-w-0 items-center gap-2.5">
            <TeamLogo
              name={entrant?.name ?? ''}
              shortName={entrant?.shortName}
              logo={entrant?.logo}
              size="sm"
              className="@max-[26rem]:hidden"
            />
            <span className="min-w-0">
              <span
                className={cx('block leading-snug break-words', qualifies && 'font-semibold', entrant?.out && 'text-mute line-through')}
              >
                {entrant?.name}
              </span>
              <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-xs text-mute empty:hidden">
                {mine && <Tag tone="lime">{t('you')}</Tag>}
                {tied && <span className="text-amber">{t('tie.row')}</span>}
                {decidedBy && <span>{t(`decided.${decidedBy}` as 'decided.lot')}</span>}
                {shared && !tied && <span>{t('shared')}</span>}
                {forfeited > 0 && <span>{t('forfeited', { count: forfeited })}</span>}
                {entrant?.out && <span>{t('out')}</span>}
              </span>
            </span>
          </span>
        </th>
        <td className={cx(number, 'text-mute')}>{played}</td>
        <td className={number}>
          <span aria-label={t('record', { won, drawn, lost })} role="img">
            {won}–{drawn}–{lost}
          </span>
        </td>
        <td className={cx(number, 'text-mute @max-[26rem]:hidden')}>
          {gamesWon}:{gamesLost}
        </td>
        <td className={cx(number, 'text-mute @max-[26rem]:hidden')}>{signed(difference)}</td>
        <td className={cx(number, 'pr-1 text-lg leading-snug')}>{points}</td>
      </tr>
      {last && (
        <tr aria-hidden="true">
          <td colSpan={7} className="relative h-5 p-0">
            <QualifyingLine label={t('line')} />
          </td>
        </tr>
      )}
    </>
  )
}

/** The line below the last qualifier. */
export function QualifyingLine({ label }: { label: string }) {
  return (
    <span className="absolute inset-x-0 top-1/2 flex -translate-y-1/2 items-center">
      <span className="h-0.5 w-7 bg-text" />
      <span className="num rounded bg-text px-2 text-xs leading-5 text-ink">{label}</span>
      <span className="h-0.5 flex-1 bg-text" />
    </span>
  )
}

/** `+3`, `−2`, `0`. */
const signed = (value: number): string => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0')
