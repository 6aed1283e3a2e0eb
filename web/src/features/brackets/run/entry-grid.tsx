import type { BracketEntrant } from '@/api/generated'
import { type ClipboardEvent, Fragment, type KeyboardEvent, useRef, useState } from 'react'
import { useEntrantTexts } from '@/i18n/entrants'
import { Check } from '@/ui/check'
import { cx } from '@/ui/cx'
import { type Fault, pointsOf, type EntryRow } from './map-entry'
import { isTable, paste } from './paste'

interface EntryGridProps {
  rows: readonly EntryRow[]
  /** In the order of the rows */
  entrants: readonly BracketEntrant[]
  penalties: boolean
  faults: readonly Fault[]
  table: { points: readonly number[]; killPoints: number } | undefined
  onRows: (rows: EntryRow[]) => void
}

type Column = 'place' | 'kills' | 'penalty'

/** A row for each entrant of the lobby, filled by keyboard or from a spreadsheet; faults are shown below their row. */
export function EntryGrid({ rows, entrants, penalties, faults, table, onRows }: EntryGridProps) {
  const t = useEntrantTexts('competition')
  const body = useRef<HTMLTableSectionElement>(null)
  const [pasted, setPasted] = useState<{ filled: number; unknown: string[] }>()
  const change = (at: number, change: Partial<EntryRow>) => onRows(rows.map((row, index) => (index === at ? { ...row, ...change } : row)))
  const name = (at: number) => entrants[at]?.name ?? ''
  const go = (at: number, column: Column) => {
    const next = body.current?.querySelector<HTMLInputElement>(`#entry-${at}-${column}`)
    next?.focus()
    next?.select()
  }
  const onKey = (event: KeyboardEvent, at: number, column: Column) => {
    if (event.key === 'ArrowUp') go(at - 1, column)
    else if (event.key === 'ArrowDown') go(at + 1, column)
    // Enter in the last field of a row leads to the next row.
    else if (event.key === 'Enter') go(at + 1, column === 'kills' && !penalties ? 'place' : column)
    else return
    event.preventDefault()
  }
  const onPaste = (event: ClipboardEvent, at: number) => {
    const text = event.clipboardData.getData('text')
    if (!isTable(text)) return
    event.preventDefault()
    const { rows: next, ...found } = paste(text, rows, at, entrants)
    setPasted(found)
    onRows(next)
  }
  const columns: Column[] = penalties ? ['place', 'kills', 'penalty'] : ['place', 'kills']
  const whole = faults.filter(({ at }) => at === undefined)
  return (
    <div>
      <table className="w-full border-collapse text-left">
        <thead>
          <tr className="border-b border-line text-xs text-mute">
            <th scope="col" className="py-1.5 font-normal">
              {t('entry.name')}
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className="w-17 px-1 py-1.5 font-normal">
                {t(`entry.${column}`)}
              </th>
            ))}
            {table && (
              <th scope="col" className="w-12 px-1 py-1.5 text-right font-normal max-xs:hidden">
                {t('entry.points')}
              </th>
            )}
            <th scope="col" className="w-11 py-1.5 pl-1 text-center font-normal sm:w-24">
              {t('entry.absent')}
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row, at) => {
            const own = faults.filter((fault) => fault.at === at)
            const twin = !row.absent && (own.some(({ code }) => code === 'taken') || row.shared)
            return (
              <Fragment key={row.contestantId}>
                <tr className={cx('align-top', own.length === 0 && !twin && 'border-b border-line/60')}>
                  <th scope="row" className="min-w-0 py-3.5 pr-2 leading-snug font-normal break-words">
                    {name(at)}
                  </th>
                  {columns.map((column) => (
                    <td key={column} className="px-1 py-1">
                      <input
                        id={`entry-${at}-${column}`}
                        inputMode="numeric"
                        autoComplete="off"
                        maxLength={4}
                        aria-label={t('entry.of', { what: t(`entry.${column}`), name: name(at) })}
                        aria-invalid={own.some(({ of }) => of === column) || undefined}
                        aria-describedby={own.some(({ of }) => of === column) ? `entry-${at}-${column}-fault` : undefined}
                        disabled={row.absent && column !== 'penalty'}
                        value={row.absent && column !== 'penalty' ? '' : row[column]}
                        onFocus={({ target }) => target.select()}
                        onKeyDown={(event) => onKey(event, at, column)}
                        onPaste={(event) => onPaste(event, at)}
                        onChange={({ target }) => change(at, { [column]: target.value })}
                        className="num h-11 w-full min-w-12 rounded-control bg-ground text-center ring-1 ring-control ring-inset focus-visible:ring-2 focus-visible:ring-lime focus-visible:outline-none disabled:bg-panel disabled:ring-line aria-invalid:ring-red"
                      />
                    </td>
                  ))}
                  {table && (
                    <td className="num px-1 py-3 text-right max-xs:hidden">
                      {pointsOf(row, table) ?? <span className="text-mute">·</span>}
                    </td>
                  )}
                  <td className="py-1 pl-1">
                    <span className="grid h-11 place-items-center">
                      <Check
                        checked={row.absent}
                        aria-label={t('entry.absentOf', { name: name(at) })}
                        onChange={({ target }) => change(at, { absent: target.checked, shared: false })}
                      />
                    </span>
                  </td>
                </tr>
                {(own.length > 0 || twin) && (
                  <tr className="border-b border-line/60">
                    <td colSpan={columns.length + (table ? 3 : 2)} className="pb-2">
                      {own.map((fault) => (
                        <span key={`${fault.of} ${fault.code}`} id={`entry-${at}-${fault.of}-fault`} className="block text-xs text-red">
                          <FaultText fault={fault} name={name} />
                        </span>
                      ))}
                      {twin && (
                        <label className="mt-1 flex min-h-11 items-center gap-2 text-sm">
                          <Check checked={row.shared} onChange={({ target }) => change(at, { shared: target.checked })} />
                          {t('entry.shared')}
                        </label>
                      )}
                    </td>
                  </tr>
                )}
              </Fragment>
            )
          })}
        </tbody>
      </table>
      {whole.map((fault) => (
        <p key={fault.code} role="alert" className="mt-2 text-sm text-red">
          <FaultText fault={fault} name={name} />
        </p>
      ))}
      <p role="status" className={cx('mt-2 text-sm', pasted?.unknown.length ? 'text-amber' : 'text-mute', 'empty:hidden')}>
        {pasted && t('entry.pasted', { count: pasted.filled })}
        {pasted && pasted.unknown.length > 0 && ` · ${t('entry.unknown', { names: pasted.unknown.join(', ') })}`}
      </p>
    </div>
  )
}

function FaultText({ fault, name }: { fault: Fault; name: (at: number) => string }) {
  const t = useEntrantTexts('competition')
  if (fault.code === 'taken') return t('entry.fault.taken', { names: fault.others.map(name).join(', ') })
  if (fault.code === 'leftOut') return t('entry.fault.leftOut', { place: fault.place })
  if (fault.code === 'range') return t('entry.fault.range', { most: fault.most })
  if (fault.code === 'most') return t('entry.fault.most', { most: fault.most })
  if (fault.code === 'missing') return t('entry.fault.missing')
  return t(`entry.fault.${fault.of}Number`)
}
