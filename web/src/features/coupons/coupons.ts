import { queryOptions } from '@tanstack/react-query'
import { type MyCouponPage, couponsGetMine } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { formatBaht } from '@/ui/amount'

export type Coupon = MyCouponPage['items'][number]
export type CouponStatus = Coupon['status']

export const PER_PAGE = 20

export function couponsQuery(userId: number, status: CouponStatus, page = 1) {
  return queryOptions({
    queryKey: ['coupons', userId, status, page],
    queryFn: () => answerOf(couponsGetMine({ body: { status, page, perPage: PER_PAGE } })),
    staleTime: 15_000,
  })
}

/** The discount in large letters on the coupon: `฿20`, `10%`. */
export function discountLabel(coupon: Pick<Coupon, 'basisPoints' | 'amountSatang'>): string {
  return coupon.basisPoints ? `${coupon.basisPoints / 100}%` : `฿${formatBaht(coupon.amountSatang ?? 0)}`
}
