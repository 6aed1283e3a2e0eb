import { Popover } from '@base-ui/react/popover'
import { useLanguage, useTexts } from '@/i18n'
import { ordinal } from '@/i18n/ordinal'
import { formatDateTime } from '@/i18n/format'
import type { Cell, Played } from './rows'

export interface OpenCell {
  anchor: Element
  name: string
  cell: Cell
}

interface CellPopoverProps {
  opened: OpenCell
  killPoints: number
  onClose: () => void
}

/** Explains the points of one map. */
export function CellPopover({ opened, killPoints, onClose }: CellPopoverProps) {
  const t = useTexts('boards')
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Portal>
        <Popover.Positioner anchor={opened.anchor} sideOffset={8} collisionPadding={12} className="z-30">
          <Popover.Popup className="w-64 max-w-[calc(100vw-24px)] rounded-panel border border-control bg-raise p-4 shadow-2xl outline-none">
            <Popover.Title className="num text-base">
              {t('board.map', { map: opened.cell.map })} <span className="font-sans text-sm font-normal text-mute">{opened.name}</span>
            </Popover.Title>
            {opened.cell.played.map((played) => (
              <Sum key={played.matchId} played={played} killPoints={killPoints} several={opened.cell.played.length > 1} />
            ))}
            {!opened.cell.counts && <p className="mt-2 text-sm text-amber">{t('cell.notCounted')}</p>}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Sum({ played: { heat, at, result }, killPoints, several }: { played: Played; killPoints: number; several: boolean }) {
  const t = useTexts('boards')
  const language = useLanguage()
  const { place, kills, shared, points } = result
  const penalty = result.penalty ?? 0
  return (
    <>
      {several && <p className="num mt-2 text-sm">{t('board.heat', { heat })}</p>}
      <dl className="mt-2 grid grid-cols-[1fr_auto] gap-x-4 text-sm">
        {place ? (
          <>
            <Line
              label={t(shared ? 'cell.sharedPlace' : 'cell.place', { place: ordinal(place, language) })}
              value={points - penalty - kills * killPoints}
            />
            <Line label={t('cell.kills', { kills, each: killPoints })} value={kills * killPoints} />
          </>
        ) : (
          <Line label={t('cell.absent')} value={0} />
        )}
        {penalty !== 0 && <Line label={t('cell.penalty')} value={penalty} />}
        <dt className="font-semibold">{t('cell.total')}</dt>
        <dd className="num text-right text-base">{points}</dd>
      </dl>
      <p className="mt-2 border-t border-line pt-2 text-xs text-mute">{t('cell.published', { at: formatDateTime(at, language) })}</p>
    </>
  )
}

function Line({ label, value }: { label: string; value: number }) {
  return (
    <>
      <dt className="text-mute">{label}</dt>
      <dd className="num text-right">{value < 0 ? `−${-value}` : value}</dd>
    </>
  )
}
