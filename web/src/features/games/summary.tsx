import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import { Minus, Plus } from 'lucide-react'
import { cartAdd, type PaymentChannel } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { session, useSession } from '@/api/session'
import { useProblemText } from '@/ui/query-error'
import { showCart } from '@/features/cart/cart'
import { useVatRate, vatOn } from '@/features/cart/vat'
import { addVisitorLine, VISITOR_LIMITS } from '@/features/cart/visitor-lines'
import type { Game, Product } from '@/features/catalogue/queries'
import { useContent, useTexts } from '@/i18n'
import { Amount, formatBaht } from '@/ui/amount'
import { Button } from '@/ui/button'
import { PayBar } from '@/ui/pay-bar'
import { toast } from '@/ui/toast'
import { KEPT_NUMBER, OWN_NUMBER } from '@/features/numbers/number'
import { useServerName } from './player'
import type { Part } from './step'

interface SummaryProps {
  game: Game
  product: Product | undefined
  quantity: number
  onQuantity: (quantity: number) => void
  playerId: string
  server: string
  playerName: string | undefined
  /** The payment channel */
  channel: PaymentChannel | undefined
  /** Country that the buyer confirmed as their account's */
  region: string | undefined
  /** The first missing part. */
  lacking: Part | undefined
  /** All parts are there, and are being checked. */
  checking: boolean
  /** Called when the user tries to continue without it. */
  onMissing: () => void
}

/** Parts that do not matter for the cart: the checkout asks for them. */
const LATER: ReadonlySet<Part> = new Set<Part>(['consent', 'region', 'channel'])

/** The total, and the two ways to continue: pay at once, or add to the cart. */
export function Summary({
  game,
  product,
  quantity,
  onQuantity,
  playerId,
  server,
  playerName,
  channel,
  region,
  lacking,
  checking,
  onMissing,
}: SummaryProps) {
  const t = useTexts('games')
  const content = useContent()
  const sale = product?.flashSale
  // As on the server: the sale's price applies if its stock suffices for all pieces.
  const unit = sale && sale.remaining >= quantity ? sale.priceSatang : (product?.priceSatang ?? 0)
  const net = unit * quantity
  const vatRate = useVatRate()
  const vat = product?.vatExcluded ? vatOn(net, vatRate) : 0
  const byNumber = game.target === 'NUMBER'
  // A second one of the same would be refused as already active.
  const maxQuantity = byNumber ? 1 : (product?.maxQuantity ?? 1)
  const most = sale && sale.remaining > 0 ? Math.min(maxQuantity, sale.remaining) : maxQuantity
  const target = { ...(playerId && { playerId }), ...(server && { server }) }

  const adding = useAddToCart({ game, quantity, unit, target, playerName })
  const serverName = useServerName(game, server)
  const ready = product !== undefined && lacking === undefined && !checking
  const intoCart = product !== undefined && !checking && (lacking === undefined || LATER.has(lacking))
  const before = product && sale && unit === sale.priceSatang ? product.priceSatang : (product?.listPriceSatang ?? null)

  const payBy = channel ? t('game.payBy', { channel: content(channel.name) }) : t('game.pay')
  const pay = (label: string) =>
    ready ? (
      <PayLink
        label={label}
        search={{
          product: product.id,
          quantity,
          ...(target.playerId && { player: byNumber && playerId !== OWN_NUMBER ? KEPT_NUMBER : playerId }),
          ...(target.server && { server: target.server }),
          ...(channel && { channel: channel.code }),
          ...(region && { region }),
        }}
      />
    ) : (
      <Button look="primary" busy={checking && lacking === undefined} onClick={onMissing}>
        {t('game.pay')}
      </Button>
    )

  return (
    <aside aria-label={t('game.summary')} className="flex flex-col gap-4 rounded-panel border border-line bg-panel p-5 md:sticky md:top-24">
      <h2 className="text-xl">{t('game.summary')}</h2>
      {product ? (
        <Bill
          product={product}
          quantity={quantity}
          onQuantity={onQuantity}
          most={most}
          single={byNumber}
          price={{ before, unit, vat, vatRate, total: net + vat }}
        />
      ) : (
        <p className="text-mute">{t('game.nothingChosen')}</p>
      )}
      <div className="flex flex-col max-md:hidden">{pay(product && channel ? `${payBy} ฿${formatBaht(net + vat, 'exact')}` : payBy)}</div>
      <Button busy={adding.isPending} onClick={() => (intoCart ? adding.mutate(product) : onMissing())}>
        {t('game.addToCart')}
      </Button>
      <p className="text-sm text-mute">
        {byNumber
          ? playerName
            ? t('number.goesTo', { number: playerName })
            : t('number.enterHint')
          : game.playerId === null
            ? t('game.codeSend')
            : playerName
              ? t(server ? 'game.sendsToServer' : 'game.sendsTo', { name: playerName, id: playerId, server: serverName })
              : t('game.enterIdHint')}
      </p>
      <PayBar satang={product && net + vat} note={product ? content(product.name) : t('game.nothingChosen')}>
        {pay(payBy)}
      </PayBar>
    </aside>
  )
}

interface AddToCart extends Pick<SummaryProps, 'game' | 'quantity' | 'playerName'> {
  /** Satang per piece */
  unit: number
  target: { playerId?: string; server?: string }
}

/** Adds the chosen package to the account's cart, or for a visitor to this browser's. */
function useAddToCart({ game, quantity, unit, target, playerName }: AddToCart) {
  const t = useTexts('games')
  const problemText = useProblemText()
  const navigate = useNavigate()
  const keep = (chosen: Product) => {
    const { name: gameName, slug: gameSlug, hue, motif, glyph, kind } = game
    const seller = chosen.seller ?? undefined
    const shown = {
      name: chosen.name,
      gameName,
      gameSlug,
      hue,
      motif,
      glyph,
      card: kind === 'VOUCHER',
      ...(seller !== undefined && { seller }),
      ...(game.target === 'NUMBER' && { byNumber: true }),
      vatExcluded: chosen.vatExcluded,
      ...(chosen.flashSale && unit < chosen.priceSatang && { flash: { usualSatang: chosen.priceSatang, endsAt: chosen.flashSale.endsAt } }),
    }
    return addVisitorLine({
      productId: chosen.id,
      quantity,
      playerId: target.playerId ?? '',
      server: target.server ?? '',
      playerName: playerName ?? '',
      seenPriceSatang: unit,
      shown,
    })
  }

  return useMutation({
    // A visitor's cart needs no network.
    mutationFn: async (chosen: Product) => {
      // While the user is still unknown, so is the cart that it belongs to.
      if (useSession.getState().status === 'unknown') await session.ready()
      if (useSession.getState().status !== 'member') return keep(chosen)
      showCart(await answerOf(cartAdd({ body: { productId: chosen.id, quantity, ...target } })))
      return 'added'
    },
    onSuccess: (outcome) => {
      if (outcome === 'added')
        void toast(t('game.added'), {
          tone: 'success',
          action: { label: t('game.seeCart'), onClick: () => void navigate({ to: '/cart' }) },
        })
      else void toast(t('game.cartFull', { items: VISITOR_LIMITS.maxItems, one: VISITOR_LIMITS.maxOfOne }), { tone: 'error' })
    },
    onError: (error) => void toast(problemText(problemOf(error)), { tone: 'error' }),
  })
}

interface BillProps extends Pick<SummaryProps, 'quantity' | 'onQuantity'> {
  product: Product
  /** Most pieces that can be bought at once */
  most: number
  /** There can only be one, so the quantity is not asked. */
  single: boolean
  /** In satang; `before`: the price without the sale, if there is one */
  price: { before: number | null; unit: number; vat: number; vatRate: number; total: number }
}

/** The chosen package, its quantity and the price. */
function Bill({ product, quantity, onQuantity, most, single, price: { before, unit, vat, vatRate, total } }: BillProps) {
  const t = useTexts('games')
  const content = useContent()
  return (
    <>
      <p className="flex items-baseline justify-between gap-4">
        <span>{content(product.name)}</span>
        <span className="flex items-baseline gap-2">
          {before !== null && before > unit && <s className="num text-xs text-mute">{formatBaht(before, 'exact')}</s>}
          <Amount satang={unit} decimals="exact" unit={null} />
        </span>
      </p>
      <PackageFacts product={product} terms={single} />
      {single ? (
        <p className="flex justify-between gap-4">
          <span className="text-mute">{t('game.quantity')}</span>
          <span>{t('number.one')}</span>
        </p>
      ) : (
        <div className="flex items-center justify-between gap-4">
          <span id="quantity" className="text-mute">
            {t('game.quantity')}
          </span>
          <div role="group" aria-labelledby="quantity" className="flex items-center">
            <Button look="ghost" size="sm" aria-label={t('game.less')} disabled={quantity <= 1} onClick={() => onQuantity(quantity - 1)}>
              <Minus className="size-4" aria-hidden="true" />
            </Button>
            <output className="num w-8 text-center" aria-live="polite">
              {quantity}
            </output>
            <Button
              look="ghost"
              size="sm"
              aria-label={t('game.moreOne')}
              disabled={quantity >= most}
              onClick={() => onQuantity(quantity + 1)}
            >
              <Plus className="size-4" aria-hidden="true" />
            </Button>
          </div>
        </div>
      )}
      {!single && quantity >= most && (
        <p className="-mt-2 text-right text-sm text-mute" role="status">
          {most < product.maxQuantity ? t('game.mostOnSale', { count: most }) : t('game.mostAtOnce', { count: most })}
        </p>
      )}
      {vat > 0 ? (
        <p className="flex justify-between gap-4 text-sm text-mute">
          <span>{t('game.vat', { percent: vatRate / 100 })}</span>
          <Amount satang={vat} decimals="exact" unit={null} />
        </p>
      ) : (
        <p className="text-sm text-mute">{t('game.vatIncluded')}</p>
      )}
      <p className="flex items-baseline justify-between gap-4 border-t border-line pt-4">
        <span className="font-semibold">{t('game.total')}</span>
        <Amount satang={total} decimals="exact" className="text-2xl" />
      </p>
    </>
  )
}

/** The seller, and the terms of a package on a number, such as who bills its renewals. */
function PackageFacts({ product, terms }: { product: Product; terms: boolean }) {
  const t = useTexts('games')
  const content = useContent()
  const seller = product.seller ?? undefined
  return (
    <div className="-mt-2 flex flex-col gap-1 text-sm empty:hidden">
      {seller !== undefined && <p className="text-mute">{t('game.seller', { name: seller })}</p>}
      {terms && product.bonus && <p>{content(product.bonus)}</p>}
    </div>
  )
}

interface PayLinkProps {
  label: string
  search: { product: number; quantity: number; player?: string; server?: string; channel?: string; region?: string }
}

/** Leads to the payment; a visitor signs in first. */
function PayLink({ label, search }: PayLinkProps) {
  const t = useTexts('games')
  const router = useRouter()
  const guest = useSession((session) => session.status === 'guest')
  const look = 'notch num flex min-h-12 items-center justify-center bg-lime px-3 text-center leading-snug text-ink hover:bg-[#c6ff4e]'
  if (guest) {
    const { href } = router.buildLocation({ to: '/payment/process', search })
    return (
      <Link to="/auth/login" search={{ returnTo: href }} className={look}>
        {t('game.loginToPay')}
      </Link>
    )
  }
  return (
    <Link to="/payment/process" search={search} className={look}>
      {label}
    </Link>
  )
}
