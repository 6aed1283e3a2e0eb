import type { BracketEntrant, SurvivorGroup } from '@/api/generated'
import { ArrowDown, ArrowUp, ChevronDown } from 'lucide-react'
import { Fragment, Suspense, useMemo, useRef, useState } from 'react'
import { useEntrantTexts } from '@/i18n/entrants'
import { cx } from '@/ui/cx'
import { Tag } from '@/ui/tag'
import { TeamLogo } from '@/ui/team-logo'
import { outOf } from '../../rounds'
import { lastThrough } from '../tables/standings'
import { QualifyingLine } from '../tables/standings-table'
import { Bar, BarHead, scaleOf, SmallBar } from './bar'
import type { OpenCell } from './cell-popover'
import { useFlip } from './use-flip'
import { MapCell } from './map-cell'
import { type BoardRow, cells } from './rows'
import { part } from '@/ui/load'

const CellPopover = part(async () => ({ default: (await import('./cell-popover')).CellPopover }))

interface BoardTableProps {
  group: SurvivorGroup
  rows: readonly BoardRow[]
  moved: ReadonlyMap<number, number>
  /** The last map shown */
  until: number
  /** The current state, not an earlier one */
  now: boolean
  best: number | null | undefined
  killPoints: number
  entrant: ReadonlyMap<number, BracketEntrant>
  caption: string
  mine?: number | undefined
}

/** From so many maps on, a cell shows the points only; place and kills are one tap away. */
const DENSE = 8

/** The board: on a phone a name opens its maps; on a wide screen they stand beside it. */
export function BoardTable({ group, rows, moved, until, now, best, killPoints, entrant, caption, mine }: BoardTableProps) {
  const t = useEntrantTexts('boards')
  const body = useRef<HTMLTableSectionElement>(null)
  const [opened, setOpened] = useState<OpenCell>()
  const [unfolded, setUnfolded] = useState<number>()
  useFlip(body, rows.map(({ contestantId }) => contestantId).join(' '))
  const maps = Array.from({ length: until }, (_, index) => index + 1)
  const dense = until > DENSE
  const scale = scaleOf(rows, group.threshold)
  const out = useMemo(() => outOf([...entrant.values()]), [entrant])
  const cut = lastThrough(rows, group.winners, out)
  return (
    <div className="overflow-x-auto md:overflow-x-visible">
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line text-xs text-mute">
            <th scope="col" className="w-9 py-1.5 pl-1 font-normal">
              <abbr title={t('column.place')} className="no-underline">
                #
              </abbr>
            </th>
            <th scope="col" className="py-1.5 font-normal">
              {t('column.name')}
            </th>
            {maps.map((map) => (
              <th key={map} scope="col" className="num px-1 py-1.5 text-left max-md:hidden">
                <abbr title={t('column.map', { map })} className="no-underline">
                  {map}
                </abbr>
              </th>
            ))}
            <th scope="col" className="px-2 py-1.5 text-right font-normal text-text">
              {t('column.total')}
            </th>
            {!dense && <BarHead threshold={group.threshold} scale={scale} />}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row, index) => {
            const of = entrant.get(row.contestantId)
            const all = cells(group, row.contestantId, until, best)
            const open = (anchor: Element, cell: (typeof all)[number]) => setOpened({ anchor, name: of?.name ?? '', cell })
            const folds = unfolded === row.contestantId
            const champion = group.champion?.contestantId === row.contestantId
            return (
              <Fragment key={row.contestantId}>
                <tr
                  data-row={row.contestantId}
                  className={cx('border-b border-line/70', mine === row.contestantId && 'bg-lime-dim/60', index === cut && 'border-b-0')}
                >
                  <td className="num py-1.5 pl-1 align-middle text-lg leading-tight">
                    {until === 0 ? '–' : row.rank}
                    <Move by={until > 1 ? moved.get(row.contestantId) : undefined} />
                  </td>
                  <th scope="row" className="relative min-w-0 py-1.5 text-left font-normal">
                    <span className="flex min-w-0 items-center gap-2.5">
                      <TeamLogo name={of?.name ?? ''} shortName={of?.shortName} logo={of?.logo} size="sm" className="max-xs:hidden" />
                      <span className="min-w-0 flex-1">
                        <span
                          className={cx(
                            'block leading-snug break-words',
                            of?.out ? 'text-mute line-through' : cut !== undefined && index <= cut && 'font-semibold',
                          )}
                        >
                          {of?.name}
                        </span>
                        <SmallBar row={row} scale={Math.max(group.threshold ?? 0, rows[0]?.total ?? 0, 1)} />
                        <Notes
                          row={row}
                          group={group}
                          mine={mine === row.contestantId}
                          champion={now && champion}
                          out={Boolean(of?.out)}
                          now={now}
                        />
                      </span>
                      {until > 0 && (
                        <button
                          type="button"
                          aria-expanded={folds}
                          aria-label={t('board.show', { name: of?.name })}
                          onClick={() => setUnfolded(folds ? undefined : row.contestantId)}
                          className="grid size-11 flex-none place-items-center rounded-control text-mute md:hidden print:hidden"
                        >
                          <ChevronDown className={cx('size-5', folds && 'rotate-180')} aria-hidden="true" />
                        </button>
                      )}
                    </span>
                  </th>
                  {all.map((cell) => (
                    <td key={cell.map} className="px-0.5 py-1 max-md:hidden">
                      <MapCell cell={cell} name={of?.name ?? ''} dense={dense} onOpen={open} />
                    </td>
                  ))}
                  <td className="num px-2 py-1.5 text-right text-xl">{row.total}</td>
                  {!dense && (
                    <Bar
                      row={row}
                      scale={scale}
                      threshold={now ? group.threshold : undefined}
                      champion={champion}
                      ended={group.complete || Boolean(of?.out)}
                    />
                  )}
                </tr>
                {folds && (
                  <tr className="border-b border-line/70 md:hidden">
                    <td colSpan={3} className="pb-3 pl-9">
                      <div className="grid grid-cols-3 gap-1.5">
                        {all.map((cell) => (
                          <MapCell key={cell.map} cell={cell} name={of?.name ?? ''} dense={false} titled onOpen={open} />
                        ))}
                      </div>
                    </td>
                  </tr>
                )}
                {index === cut && (
                  <tr aria-hidden="true">
                    <td colSpan={until + 4} className="relative h-6 p-0">
                      <QualifyingLine label={t('line')} />
                    </td>
                  </tr>
                )}
              </Fragment>
            )
          })}
        </tbody>
      </table>
      {opened && (
        <Suspense fallback={null}>
          <CellPopover opened={opened} killPoints={killPoints} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </div>
  )
}

function Move({ by }: { by: number | undefined }) {
  const t = useEntrantTexts('boards')
  if (by === undefined) return null
  if (by === 0) return <span className="sr-only"> {t('board.same')}</span>
  const Arrow = by > 0 ? ArrowUp : ArrowDown
  return (
    <span className={cx('flex items-center text-xs leading-tight', by > 0 ? 'text-text' : 'text-mute')}>
      <Arrow className="size-3" aria-hidden="true" />
      <span aria-hidden="true">{Math.abs(by)}</span>
      <span className="sr-only">{t(by > 0 ? 'board.up' : 'board.down', { count: Math.abs(by) })}</span>
    </span>
  )
}

interface NotesProps {
  row: BoardRow
  group: SurvivorGroup
  mine: boolean
  champion: boolean
  /** It left the tournament. */
  out: boolean
  now: boolean
}

/** A row for screen readers: the entrant, and what decided between equal points. */
function Notes({ row: { contestantId, total }, group, mine, champion, out, now }: NotesProps) {
  const t = useEntrantTexts('boards')
  const line = now ? group.lines.find((each) => each.contestantId === contestantId) : undefined
  const tied = now && group.complete && (group.cutTie ?? []).includes(contestantId)
  const left = now && !group.complete && !out && group.threshold ? group.threshold - total : undefined
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-xs text-mute empty:hidden">
      {champion && <Tag tone="lime">{t('board.champion')}</Tag>}
      {mine && <Tag tone="lime">{t('you')}</Tag>}
      {tied && <span className="text-amber">{t('tie.row')}</span>}
      {line?.decidedBy && line.decidedBy !== 'rush' && <span>{t(`decided.${line.decidedBy}` as 'decided.lot')}</span>}
      {out && <span>{t('out')}</span>}
      {left !== undefined && left <= 0 && <span className="text-lime md:hidden">{t('board.canWin')}</span>}
    </span>
  )
}
