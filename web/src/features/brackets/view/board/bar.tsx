import { useTexts } from '@/i18n'
import { Tag } from '@/ui/tag'
import type { BoardRow } from './rows'

/** The points that fill the whole width; the figures beside a bar need room, too. */
export function scaleOf(rows: readonly BoardRow[], threshold: number | null | undefined): number {
  const most = Math.max(1, ...rows.map(({ total }) => total))
  return Math.max(most, threshold ?? 0) * (threshold ? 1.6 : 1.05)
}

const percent = (value: number, scale: number) => `${(Math.max(0, value) / scale) * 100}%`

export function BarHead({ threshold, scale }: { threshold: number | null | undefined; scale: number }) {
  const t = useTexts('boards')
  return (
    <th scope="col" className="relative w-[30%] py-1.5 pl-3 font-normal max-md:hidden">
      <span className="flex gap-4">
        <Key look="bg-[#5f7267]" label={t('board.place')} />
        <Key look="bg-[#3a4a41]" label={t('board.kill')} />
      </span>
      {threshold ? (
        <span className="absolute inset-y-0 right-0 left-3">
          <span
            className="absolute bottom-0 -translate-x-1/2 text-center leading-tight whitespace-nowrap"
            style={{ left: percent(threshold, scale) }}
          >
            {t('board.threshold')}
            <span className="num block text-sm text-text">{threshold}</span>
          </span>
        </span>
      ) : null}
    </th>
  )
}

function Key({ look, label }: { look: string; label: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <span aria-hidden="true" className={`size-2.5 rounded-xs ${look}`} />
      {label}
    </span>
  )
}

/** A smaller bar where there is no room beside the name: as wide as the threshold, or as the leader's total. */
export function SmallBar({ row: { total, placePoints }, scale }: { row: BoardRow; scale: number }) {
  const places = Math.min(total, placePoints)
  return (
    <span aria-hidden="true" className="mt-1 flex h-1 bg-panel md:hidden">
      <span className="bg-[#5f7267]" style={{ width: percent(places, scale) }} />
      <span className="ml-px bg-[#3a4a41]" style={{ width: percent(total - places, scale) }} />
    </span>
  )
}

interface BarProps {
  row: BoardRow
  scale: number
  threshold: number | null | undefined
  champion: boolean
  ended: boolean
}

/** Placement and kill points as one bar, against the threshold that ends the group. */
export function Bar({ row: { total, placePoints }, scale, threshold, champion, ended }: BarProps) {
  const t = useTexts('boards')
  const places = Math.min(total, placePoints)
  const left = threshold ? threshold - total : undefined
  return (
    <td className="relative w-[30%] py-0 pl-3 max-md:hidden">
      <span aria-hidden="true" className="flex h-2.5">
        <span className="rounded-l-xs bg-[#5f7267]" style={{ width: percent(places, scale) }} />
        <span className="ml-px rounded-r-xs bg-[#3a4a41]" style={{ width: percent(total - places, scale) }} />
      </span>
      {threshold ? (
        <span className="absolute inset-y-0 right-0 left-3">
          <span
            aria-hidden="true"
            className="absolute -inset-y-px border-l border-dashed border-text"
            style={{ left: percent(threshold, scale) }}
          />
          <span
            className="absolute top-1/2 -translate-y-1/2 pl-2.5 text-sm whitespace-nowrap text-mute"
            style={{ left: percent(Math.max(threshold, total), scale) }}
          >
            {champion ? (
              <Tag tone="lime">{t('board.champion')}</Tag>
            ) : ended || left === undefined ? null : left <= 0 ? (
              <Tag tone="lime">{t('board.canWin')}</Tag>
            ) : left <= threshold / 2 ? (
              t('board.left', { count: left })
            ) : null}
          </span>
        </span>
      ) : null}
    </td>
  )
}
