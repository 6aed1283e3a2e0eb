import type { Bracket } from '@/api/generated'
import { layoutOf } from './layout'
import { MatchList } from './match-list'
import type { BracketLookup } from '../rounds'
import type { BracketLabels } from '../labels'

interface PrintSheetProps {
  bracket: Bracket
  known: BracketLookup
  labels: BracketLabels
  title: string
}

/** Most entrants that a sheet of A4 or A3 shows legibly; larger brackets are printed as a list. */
const TREE = 64

/** The bracket on paper: a tree as wide as the sheet, whatever its size. */
export function PrintSheet({ bracket, known, labels, title }: PrintSheetProps) {
  return (
    <div data-print="flow" className="hidden print:block">
      <style>{'@page { size: landscape; margin: 10mm }'}</style>
      <p className="num mb-2 text-lg">{title}</p>
      {bracket.entrants.length <= TREE ? <Tree bracket={bracket} known={known} labels={labels} /> : <MatchList bracket={bracket} />}
    </div>
  )
}

/** Letters of a name that fit. */
const LETTERS = 8

function Tree({ bracket, known, labels }: Pick<PrintSheetProps, 'bracket' | 'known' | 'labels'>) {
  const layout = layoutOf(bracket.matches, 'both')
  const cut = (text: string, width: number) => {
    const most = Math.floor((width - 44) / LETTERS) + 4
    return text.length > most ? `${text.slice(0, most - 1)}…` : text
  }
  return (
    <svg
      role="img"
      aria-label={labels.print}
      viewBox={`-2 0 ${layout.width + 4} ${layout.height + 4}`}
      className="max-h-[170mm] w-full fill-none [&_text]:fill-black [&_text]:stroke-none"
      stroke="#000"
    >
      <path
        d={layout.edges
          .filter(({ loser }) => !loser)
          .map(({ path }) => path)
          .join('')}
        strokeWidth={1}
      />
      {layout.sections.flatMap(({ top, titles }) =>
        titles.map(({ key, round, x }) => (
          <text key={`${top}${key}`} x={x} y={top + 24} fontSize={13} fontWeight={600}>
            {labels.round(round)}
          </text>
        )),
      )}
      {layout.cards.map(({ id, x, y, width, height, big, titled, round }) => {
        const match = known.match.get(id)
        if (!match) return null
        const half = big ? 48 : height / 2
        return (
          <g key={id}>
            <rect x={x} y={y} width={width} height={height} rx={4} />
            {titled && (
              <text x={big ? x + 8 : x} y={big ? y + 28 : y - 6} fontSize={big ? 18 : 13} fontWeight={600}>
                {labels.round(round)}
              </text>
            )}
            {(['home', 'away'] as const).map((side, index) => {
              const line = y + height - half * (2 - index) + half / 2 + 5
              const weight = match.winner === side ? 700 : 400
              return (
                <g key={side} fontSize={13} fontWeight={weight}>
                  <text x={x + 8} y={line}>
                    {cut(labels.slot(match[side]), width)}
                  </text>
                  <text x={x + width - 8} y={line} textAnchor="end">
                    {labels.score(match, side)}
                  </text>
                </g>
              )
            })}
            <path d={`M${x} ${y + height - half}H${x + width}`} strokeWidth={0.5} />
          </g>
        )
      })}
    </svg>
  )
}
