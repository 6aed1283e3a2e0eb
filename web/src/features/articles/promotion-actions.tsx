import { Link } from '@tanstack/react-router'
import { useSession } from '@/api/session'
import { saveCoupon } from '@/features/coupons/saved-coupon'
import { useTexts } from '@/i18n'
import { buttonClass } from '@/ui/button'
import { CollectButton, type useCollect } from './code'
import type { Supply } from './promotion-state'
import type { Promotion } from './queries'

interface ActionsProps {
  promotion: Promotion
  /** One to come can only have its code collected. */
  state: 'RUNNING' | 'UPCOMING'
  supply: Supply | undefined
  collect: ReturnType<typeof useCollect>
}

/** The buttons of a promotion: keep its code, and go where it is used. */
function Buttons({ promotion, state, supply, collect }: ActionsProps) {
  const { coupon } = promotion
  const gone = supply?.left === 0
  return (
    <>
      {coupon !== null && !gone && (
        <div className="min-w-0 flex-1">
          <CollectButton code={coupon} collect={collect} />
        </div>
      )}
      {state === 'RUNNING' && <UseLink promotion={promotion} gone={gone} />}
    </>
  )
}

/** Leads to the game with the package chosen; the checkout finds the code. */
function UseLink({ promotion, gone }: { promotion: Promotion; gone: boolean }) {
  const t = useTexts('articles')
  const me = useSession((session) => session.me?.id)
  const { coupon, game, product, flashSale, button } = promotion
  const chosen = flashSale?.product.id ?? product?.id
  const slug = game?.slug ?? flashSale?.product.game.slug ?? product?.game.slug
  const look = `${buttonClass(gone ? 'plain' : 'primary')} min-w-0 flex-[1.4] leading-snug max-xs:px-3`
  const label = gone ? t('promotion.seeGame') : button
  const remember = () => {
    if (coupon !== null && !gone) saveCoupon(me, coupon)
  }
  return slug === undefined ? (
    <Link to="/games" className={look} onClick={remember}>
      {label}
    </Link>
  ) : (
    <Link
      to="/games/$id"
      params={{ id: slug }}
      search={chosen === undefined ? {} : { product: chosen }}
      className={look}
      onClick={remember}
    >
      {label}
    </Link>
  )
}

/** On a phone: the buttons in the place of the navigation, always in sight. */
export function ActionBar(props: ActionsProps) {
  return (
    <div className="action-bar fixed inset-x-0 bottom-0 z-20 flex h-[68px] items-center gap-3 border-t border-line bg-[#0c110e] px-4 md:hidden">
      {props.collect.error && (
        <p role="alert" className="absolute inset-x-0 bottom-full bg-red-dim px-4 py-2.5 text-sm text-red">
          {props.collect.error}
        </p>
      )}
      <Buttons {...props} />
    </div>
  )
}

/** On a wide screen: the buttons in the column beside the text. */
export function Actions(props: ActionsProps) {
  return (
    <div className="flex flex-col-reverse gap-3 max-md:hidden">
      {props.collect.error && (
        <p role="alert" className="rounded-control bg-red-dim px-4 py-2.5 text-sm text-red">
          {props.collect.error}
        </p>
      )}
      <Buttons {...props} />
    </div>
  )
}
