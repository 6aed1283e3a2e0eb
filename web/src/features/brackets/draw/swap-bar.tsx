import { ArrowLeftRight, Lock, LockOpen } from 'lucide-react'
import type { BracketEntrant } from '@/api/generated'
import { useEntrantTexts } from '@/i18n/entrants'
import { Button } from '@/ui/button'
import { cx } from '@/ui/cx'
import type { Effect } from './arrangement'

interface BarProps {
  chosen: BracketEntrant
  target: BracketEntrant | undefined
  effect: Effect | undefined
  pinned: boolean
  onSwap: () => void
  onCancel: () => void
  onPin: (() => void) | undefined
}

/** The entrants who are about to change places, and the effect. */
export function SwapBar({ chosen, target, effect, pinned, onSwap, onCancel, onPin }: BarProps) {
  const t = useEntrantTexts('draw')
  const PinIcon = pinned ? LockOpen : Lock
  return (
    <div className="action-bar fixed inset-x-0 bottom-0 z-30 border-t border-control bg-raise px-4 py-2.5">
      <div className="mx-auto flex max-w-[1200px] flex-wrap items-center gap-x-4 gap-y-2">
        <span className="num rounded bg-lime-dim px-3 py-1.5 text-sm text-lime">
          {chosen.seed} {chosen.name}
        </span>
        <ArrowLeftRight className="size-4 flex-none text-mute" aria-hidden="true" />
        {target ? (
          <span className="num rounded px-3 py-1.5 text-sm outline-1 -outline-offset-1 outline-lime outline-dashed">
            {target.seed} {target.name}
          </span>
        ) : (
          <span className="text-sm text-mute">{t('bar.pick')}</span>
        )}
        {target && effect && <Verdict effect={effect} />}
        <div className="ml-auto flex gap-2">
          {onPin && (
            <Button size="sm" onClick={onPin}>
              <PinIcon className="size-4" aria-hidden="true" />
              {t(pinned ? 'bar.unpin' : 'bar.pin')}
            </Button>
          )}
          {target && (
            <Button size="sm" onClick={onSwap}>
              {t('bar.swap')} <Key>Enter</Key>
            </Button>
          )}
          <Button size="sm" look="ghost" onClick={onCancel}>
            {t('bar.cancel')} <Key>Esc</Key>
          </Button>
        </div>
      </div>
    </div>
  )
}

const Key = ({ children }: { children: string }) => (
  <kbd className="num rounded border border-control px-1 text-xs text-mute max-sm:hidden" aria-hidden="true">
    {children}
  </kbd>
)

function Verdict({ effect: { gone, added } }: { effect: Effect }) {
  const t = useEntrantTexts('draw')
  const text = [gone > 0 && t('bar.gone', { count: gone }), added > 0 ? t('bar.added', { count: added }) : t('bar.noneAdded')]
  return (
    <span className={cx('text-sm', added > 0 ? 'text-red' : gone > 0 ? 'text-lime' : 'text-mute')}>{text.filter(Boolean).join(' · ')}</span>
  )
}
