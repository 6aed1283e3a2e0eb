import { Link } from '@tanstack/react-router'
import { useSession } from '@/api/session'
import { useContent, useLanguage, useTexts } from '@/i18n'
import { formatDate } from '@/i18n/format'
import { formatBaht } from '@/ui/amount'
import { buttonClass } from '@/ui/button'
import { cx } from '@/ui/cx'
import { Tag } from '@/ui/tag'
import { type Coupon, discountLabel } from './coupons'
import { saveCoupon } from './saved-coupon'

/** A coupon as a ticket: the discount on its stub, and where to use it. */
export function CouponCard({ coupon }: { coupon: Coupon }) {
  const t = useTexts('coupons')
  const content = useContent()
  const language = useLanguage()
  const usable = coupon.status === 'usable'
  const terms = [
    coupon.minimumSatang > 0 && t('minimum', { amount: formatBaht(coupon.minimumSatang) }),
    coupon.maxSatang && t('max', { amount: formatBaht(coupon.maxSatang) }),
    usable && coupon.usesLeft && coupon.usesLeft > 1 && t('usesLeft', { count: coupon.usesLeft }),
  ].filter(Boolean)
  return (
    <li className={cx('flex overflow-hidden rounded-panel border bg-panel', usable ? 'border-line' : 'border-line text-mute')}>
      <div
        className={cx(
          'grid w-24 flex-none place-items-center border-r border-dashed p-3 text-center sm:w-28',
          usable ? 'border-lime/40 bg-lime-dim text-lime' : 'border-line bg-raise',
        )}
      >
        <p className={cx('flex leading-tight', language === 'th' ? 'flex-col' : 'flex-col-reverse')}>
          <span className="text-sm leading-normal">{t('off')}</span>
          <span className="num text-2xl leading-tight">{discountLabel(coupon)}</span>
        </p>
      </div>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2 p-4">
        <div className="min-w-0 flex-1 basis-44">
          <p className="font-semibold">{content(coupon.title)}</p>
          {content(coupon.text) && <p className="text-sm text-mute">{content(coupon.text)}</p>}
          {terms.length > 0 && <p className="text-sm text-mute">{terms.join(' · ')}</p>}
          <p className="mt-1 text-sm text-mute">
            <span className="num">{coupon.code}</span> · {t('until', { date: formatDate(coupon.endsAt, language) })}
          </p>
        </div>
        {usable ? <UseLink coupon={coupon} /> : <Tag>{t(`status.${coupon.status}`)}</Tag>}
      </div>
    </li>
  )
}

/** Links to the coupon's only game, or to all games. */
function UseLink({ coupon }: { coupon: Coupon }) {
  const t = useTexts('coupons')
  const me = useSession((session) => session.me?.id)
  const [game, another] = coupon.games
  const look = buttonClass('plain', 'sm')
  // The checkout finds it.
  const remember = () => saveCoupon(me, coupon.code)
  return game && !another ? (
    <Link to="/games/$id" params={{ id: game.slug }} className={look} onClick={remember}>
      {t('use')}
    </Link>
  ) : (
    <Link to="/games" className={look} onClick={remember}>
      {t('use')}
    </Link>
  )
}
