import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Minus, Plus, Trash2 } from 'lucide-react'
import { cartAdd, cartDelete as remove, type CartLimits, cartUpdateQuantity } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { QueryError, useProblemText } from '@/ui/query-error'
import { useContent, useTexts } from '@/i18n'
import { Amount, formatBaht } from '@/ui/amount'
import { Button, buttonClass } from '@/ui/button'
import { Cover } from '@/ui/cover'
import { EmptyState, Notice } from '@/ui/feedback'
import { PayFoot } from '@/ui/pay-foot'
import { Tag } from '@/ui/tag'
import { toast } from '@/ui/toast'
import { cartQuery, showCart } from './cart'
import { NotMoved } from './not-moved'
import { byTarget, type CartLine, isBuyable, ofAccount, ofVisitor, visitorTotals } from './lines'
import { useVatRate } from './vat'
import { isVisitors, useVisitorCart } from './visitor'
import { addVisitorLine, lineKey, removeVisitorLine, setVisitorQuantity, VISITOR_LIMITS } from './visitor-lines'

export function CartPage() {
  const t = useTexts('cart')
  const status = useSession((session) => session.status)
  return (
    <div className="flex flex-col gap-6">
      <h1 className="text-2xl">{t('heading')}</h1>
      {status === 'unknown' ? <div className="skeleton h-64" /> : status === 'member' ? <AccountCart /> : <VisitorCart />}
    </div>
  )
}

interface Totals {
  subtotalSatang: number
  discountSatang: number
  vatSatang: number
  totalSatang: number
}

function AccountCart() {
  const t = useTexts('cart')
  const content = useContent()
  const say = useProblemText()
  const me = useSession((session) => session.me)
  const { data, error, refetch } = useQuery(cartQuery)
  const failed = (cause: unknown) => void toast(say(problemOf(cause)), { tone: 'error' })
  const quantity = useMutation({
    mutationFn: ({ id, to }: { id: number; to: number }) => answerOf(cartUpdateQuantity({ body: { itemId: id, quantity: to } })),
    onSuccess: showCart,
    onError: failed,
  })
  const restoring = useMutation({
    mutationFn: (line: CartLine) =>
      answerOf(
        cartAdd({
          body: {
            productId: line.productId,
            quantity: line.quantity,
            ...(line.playerId && { playerId: line.playerId }),
            ...(line.server && { server: line.server }),
          },
        }),
      ),
    onSuccess: showCart,
    onError: failed,
  })
  const removing = useMutation({
    mutationFn: (line: CartLine) => answerOf(remove({ body: { itemId: Number(line.key) } })),
    onSuccess: (cart, line) => {
      showCart(cart)
      void toast(t('removed', { name: content(line.name) }), { action: { label: t('undo'), onClick: () => restoring.mutate(line) } })
    },
    onError: failed,
  })
  if (error && !data) return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!data) return <div className="skeleton h-64" />
  return (
    <>
      {me && <NotMoved key={me.id} whose={me.id} />}
      <Lines
        lines={data.items.map((item) => ofAccount(item, data.items))}
        totals={data.totals}
        limits={data.limits}
        busy={quantity.isPending || removing.isPending}
        onQuantity={(line, to) => quantity.mutate({ id: Number(line.key), to })}
        onRemove={(line) => removing.mutate(line)}
        member
      />
    </>
  )
}

function VisitorCart() {
  const vatRate = useVatRate()
  const t = useTexts('cart')
  const content = useContent()
  const kept = useVisitorCart((cart) => cart.lines).filter(isVisitors)
  const lines = kept.map(ofVisitor)
  return (
    <Lines
      lines={lines}
      totals={visitorTotals(kept, vatRate)}
      limits={VISITOR_LIMITS}
      busy={false}
      onQuantity={(line, to) => setVisitorQuantity(line.key, to)}
      onRemove={(line) => {
        const before = kept.find((known) => lineKey(known) === line.key)
        removeVisitorLine(line.key)
        void toast(t('removed', { name: content(line.name) }), {
          action: { label: t('undo'), onClick: () => before && addVisitorLine(before) },
        })
      }}
      member={false}
    />
  )
}

interface LinesProps {
  lines: readonly CartLine[]
  totals: Totals
  limits: CartLimits
  busy: boolean
  onQuantity: (line: CartLine, to: number) => void
  onRemove: (line: CartLine) => void
  member: boolean
}

function Lines({ lines, totals, limits, busy, onQuantity, onRemove, member }: LinesProps) {
  const vatRate = useVatRate()
  const t = useTexts('cart')
  const navigate = useNavigate()
  if (lines.length === 0) {
    return (
      <EmptyState
        action={
          <Link to="/games" className={buttonClass('primary')}>
            {t('chooseGame')}
          </Link>
        }
      >
        {t('empty')}
      </EmptyState>
    )
  }
  // Who is not signed in comes to paying by way of the login.
  const pay = () =>
    void (member
      ? navigate({ to: '/payment/process', search: {} })
      : navigate({ to: '/auth/login', search: { returnTo: '/payment/process' } }))
  const payable = lines.some(isBuyable)
  return (
    <div className="grid items-start gap-8 md:grid-cols-[1fr_360px]">
      <div className="flex flex-col gap-6" aria-busy={busy}>
        {byTarget(lines).map((group) => (
          <section key={group.key} className="flex flex-col gap-3">
            <GroupHeading group={group.lines[0]} />
            <ul className="flex flex-col gap-3">
              {group.lines.map((line) => (
                <Line key={line.key} line={line} most={limits.maxOfOne} busy={busy} onQuantity={onQuantity} onRemove={onRemove} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <aside
        aria-label={t('summary')}
        className="flex flex-col gap-3 max-md:border-t max-md:border-line max-md:pt-5 md:sticky md:top-24 md:rounded-panel md:border md:border-line md:bg-panel md:p-5"
      >
        <h2 className="text-xl">{t('summary')}</h2>
        <Row label={t('subtotal')} satang={totals.subtotalSatang} />
        {totals.discountSatang > 0 && <Row label={t('discount')} satang={-totals.discountSatang} />}
        {totals.vatSatang > 0 && <Row label={t('vat', { percent: vatRate / 100 })} satang={totals.vatSatang} />}
        <PayFoot label={t('total')} satang={totals.totalSatang}>
          <Button look="primary" className="max-md:px-3" disabled={!payable || busy} onClick={pay}>
            {t(member ? 'checkout' : 'loginCheckout')}
          </Button>
        </PayFoot>
        {!member && <p className="text-sm text-mute">{t('kept')}</p>}
        <p className="text-xs text-mute">
          {t('limits', { items: limits.maxItems, one: limits.maxOfOne, amount: formatBaht(limits.maxTotalSatang) })}
        </p>
      </aside>
    </div>
  )
}

function GroupHeading({ group }: { group: CartLine | undefined }) {
  const t = useTexts('cart')
  if (!group) return null
  if (!group.playerId) return <h2 className="text-base text-mute">{t('codes')}</h2>
  return (
    <h2 className="flex flex-wrap items-baseline gap-x-3 text-base">
      {t('target', { name: group.playerName || group.playerId })}
      <span className="text-sm font-normal text-mute">
        {t('id', { id: group.playerId })}
        {group.server && ` · ${t('server', { server: group.serverName })}`}
      </span>
    </h2>
  )
}

function Row({ label, satang }: { label: string; satang: number }) {
  return (
    <p className="flex justify-between gap-4 text-mute">
      <span>{label}</span>
      <Amount satang={satang} decimals="exact" className="text-text" />
    </p>
  )
}

interface LineProps {
  line: CartLine
  /** Pieces of one product that a cart holds */
  most: number
  busy: boolean
  onQuantity: (line: CartLine, to: number) => void
  onRemove: (line: CartLine) => void
}

function Line({ line, most, busy, onQuantity, onRemove }: LineProps) {
  const t = useTexts('cart')
  const content = useContent()
  const name = content(line.name)
  const charged = isBuyable(line)
  const left = line.remaining ?? most
  // Accepting the current price means setting the quantity to the same value.
  const agree = (
    <Button size="sm" disabled={busy} onClick={() => onQuantity(line, line.quantity)}>
      {t('agree')}
    </Button>
  )
  return (
    <li className="flex flex-col gap-3 rounded-panel border border-line bg-panel p-3.5">
      <div className="flex flex-wrap items-center gap-x-3.5 gap-y-3">
        <Cover
          hue={line.hue}
          motif={line.motif}
          glyph={line.glyph}
          card={line.card}
          className={`size-12 flex-none rounded-[10px] ${charged ? '' : 'opacity-40'}`}
        />
        <div className="min-w-0 flex-1">
          <Link to="/games/$id" params={{ id: line.gameSlug }} className="font-semibold hover:text-lime">
            {name}
          </Link>
          <p className="text-sm text-mute" lang="en">
            {content(line.gameName)}
          </p>
          {charged && <EachPrice line={line} />}
        </div>
        {/* Beside the name where there is room, below it on a phone. */}
        <div className="flex items-center gap-2 max-sm:order-last max-sm:basis-full max-sm:justify-between">
          <div className="flex items-center gap-2.5">
            <div role="group" aria-label={t('quantity')} className="flex items-center rounded-control ring-1 ring-control ring-inset">
              <Button
                look="ghost"
                size="sm"
                className="px-3.5"
                aria-label={t('less', { name })}
                disabled={busy || !(charged || line.unavailable === 'few') || line.quantity <= 1}
                onClick={() => onQuantity(line, line.quantity - 1)}
              >
                <Minus className="size-4" aria-hidden="true" />
              </Button>
              <output className="num w-7 text-center">{line.quantity}</output>
              <Button
                look="ghost"
                size="sm"
                className="px-3.5"
                aria-label={t('more', { name })}
                disabled={busy || !charged || line.quantity >= Math.min(most, left)}
                onClick={() => onQuantity(line, line.quantity + 1)}
              >
                <Plus className="size-4" aria-hidden="true" />
              </Button>
            </div>
            {charged && line.quantity >= Math.min(most, left) && (
              <span className="text-xs text-mute sm:hidden">{t('most', { count: Math.min(most, left) })}</span>
            )}
          </div>
          <Button
            look="ghost"
            size="sm"
            className="px-3.5 text-mute"
            aria-label={t('removeNamed', { name })}
            disabled={busy}
            onClick={() => onRemove(line)}
          >
            <Trash2 className="size-4" aria-hidden="true" />
            <span className="sm:hidden">{t('remove')}</span>
          </Button>
        </div>
        <div className="sm:min-w-24 sm:text-right">
          <Amount satang={line.totalSatang} decimals="exact" className={charged ? 'text-lg' : 'text-mute line-through'} />
          {charged && line.quantity >= Math.min(most, left) && (
            <p className="text-xs text-mute max-sm:hidden">{t('most', { count: Math.min(most, left) })}</p>
          )}
        </div>
      </div>
      {(line.unavailable === 'sold_out' || line.unavailable === 'withdrawn') && <Notice tone="warn">{t(line.unavailable)}</Notice>}
      {line.unavailable === 'few' && (
        <Notice
          tone="warn"
          action={
            left < line.quantity && (
              <Button size="sm" disabled={busy} onClick={() => onQuantity(line, left)}>
                {t('takeLeft', { count: left })}
              </Button>
            )
          }
        >
          {t('few', { count: left })}
        </Notice>
      )}
      {(line.unavailable === 'flash_ended' || (charged && line.oldPriceSatang !== undefined)) && (
        <Notice tone="warn" action={agree}>
          {line.unavailable === 'flash_ended' && <p>{t('flash_ended')}</p>}
          {line.oldPriceSatang !== undefined && (
            <p>{t('changed', { old: formatBaht(line.oldPriceSatang), next: formatBaht(line.unitPriceSatang) })}</p>
          )}
        </Notice>
      )}
    </li>
  )
}

/** What a piece costs, where there are several or a flash sale made it cheaper than it is. */
function EachPrice({ line }: { line: CartLine }) {
  const t = useTexts('cart')
  const usual = line.usualPriceSatang
  const flash = usual !== undefined
  if (!flash && line.quantity === 1) return null
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm">
      {flash && <Tag tone="amber">{t('flash')}</Tag>}
      <span className={flash ? undefined : 'text-mute'}>
        <Amount satang={line.unitPriceSatang} /> {t('each')}
      </span>
      {flash && (
        <s className="text-mute">
          <span className="sr-only">{t('usual')} </span>
          <Amount satang={usual} />
        </s>
      )}
    </p>
  )
}
