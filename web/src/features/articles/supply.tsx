import { useTexts } from '@/i18n'
import { ConnectionMark } from '@/live/connection-mark'
import { cx } from '@/ui/cx'
import type { Supply as SupplyLeft } from './promotion-state'

/** A fifth or less is few. */
const FEW = 0.2

const grouped = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

/** Remaining uses of a promotion: the number, and a bar. */
export function Supply({ supply }: { supply: SupplyLeft }) {
  const t = useTexts('articles')
  const { of, left, total } = supply
  const few = left <= total * FEW
  return (
    <div className="flex flex-col gap-3 rounded-panel border border-line bg-panel p-4">
      <div className="flex items-center justify-between gap-4">
        <p className="leading-snug">
          <span className="block text-sm text-mute">{t(`promotion.left.${of}`)}</span>
          <span className={cx('num text-2xl', few && 'text-amber')}>{grouped(left)}</span>{' '}
          <span className="text-sm text-mute">
            {t(of === 'sale' ? 'promotion.left.ofSale' : 'promotion.left.ofCoupon', { total: grouped(total) })}
          </span>
        </p>
        <ConnectionMark />
      </div>
      <span aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-line">
        <span className={cx('block h-full rounded-full', few ? 'bg-amber' : 'bg-lime')} style={{ width: `${(left / total) * 100}%` }} />
      </span>
      {left === 0 && <p className="text-sm text-amber">{t(`promotion.gone.${of}`)}</p>}
    </div>
  )
}
