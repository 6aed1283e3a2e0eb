import { useQuery } from '@tanstack/react-query'
import { TicketPercent, X } from 'lucide-react'
import { useState } from 'react'
import { type CheckCoupon, couponsCheck, type CouponCheck, paymentsListChannels } from '@/api/generated'
import { type ApiProblem, answerOf, problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { isUndecided } from '@/api/undecided'
import { useProblemText } from '@/ui/query-error'
import { useContent, useLanguage, useTexts } from '@/i18n'
import { formatBaht } from '@/ui/amount'
import { Button } from '@/ui/button'
import { TextField } from '@/ui/field'
import { couponsQuery, discountLabel } from './coupons'

/** The items to be bought: one product directly, or items of the cart; neither means the whole cart. */
export type CartSelection = Omit<CheckCoupon, 'code'>

/**
 * Checks the chosen coupon against a purchase. `basis` is the total without it: when that changes, the check is repeated, but not while the
 * purchase is `settled`. `code` is the coupon to order with. It also holds a coupon that could not be checked, so that the coupon is not dropped
 * silently.
 */
export function useCoupon(selection: CartSelection, code: string, basis: number, settled = false) {
  const { data, error, isFetching, isPending, refetch } = useQuery({
    queryKey: ['coupon-check', code, selection, basis],
    queryFn: () => answerOf(couponsCheck({ body: { ...selection, code } })),
    enabled: code !== '',
    staleTime: settled ? Number.POSITIVE_INFINITY : 0,
    retry: false,
  })
  if (code === '') return { check: undefined, code: undefined, refused: undefined, busy: false, refetch }
  const problem = error ? problemOf(error) : undefined
  const refused: ApiProblem | string | undefined = problem ?? (data && !data.usable ? (data.message ?? '') : undefined)
  const check = data?.usable ? data : undefined
  const unknown = !data && problem !== undefined && isUndecided(problem)
  return { check, code: check?.code ?? (unknown ? code : undefined), refused, busy: isFetching || isPending, refetch }
}

/**
 * Returns the payment channels for the reduced total; undefined without a coupon, and until they are known. They are fetched again when `basis`
 * changes.
 */
export function useReducedChannels(selection: CartSelection, code: string | undefined, basis: number, settled: boolean) {
  const { data, isFetching } = useQuery({
    queryKey: ['channels', 'coupon', code, selection, basis],
    queryFn: () => answerOf(paymentsListChannels({ body: { ...selection, ...(code && { couponCode: code }) } })),
    enabled: code !== undefined,
    staleTime: settled ? Number.POSITIVE_INFINITY : 0,
    retry: false,
  })
  return { channels: code === undefined ? undefined : data?.items, busy: code !== undefined && isFetching }
}

interface CheckoutCouponProps {
  /** The chosen code, and the outcome of its check */
  code: string
  check: CouponCheck | undefined
  refused: ApiProblem | string | undefined
  busy: boolean
  onChoose: (code: string) => void
}

/** The checkout's coupon: enter a code, or choose one of the user's own. */
export function CheckoutCoupon({ code, check, refused, busy, onChoose }: CheckoutCouponProps) {
  const t = useTexts('coupons')
  const problemText = useProblemText()
  const [typed, setTyped] = useState(code)
  // The pressed button is replaced: the focus moves to its successor, not to the top of the page.
  const [acted, setActed] = useState(false)
  const choose = (next: string) => {
    setActed(true)
    setTyped(next)
    onChoose(next)
  }
  if (check) {
    return (
      <p role="status" className="flex items-center gap-2 rounded-control bg-lime-dim py-1 pr-1 pl-3 text-lime">
        <TicketPercent className="size-5 flex-none" aria-hidden="true" />
        <span className="min-w-0 flex-1">
          <span className="num">{check.code}</span> {t('takesOff', { amount: formatBaht(check.discountSatang) })}
        </span>
        <button
          type="button"
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={acted}
          aria-label={t('remove', { code: check.code })}
          className="grid size-11 flex-none place-items-center rounded-control hover:bg-raise"
          onClick={() => choose('')}
        >
          <X className="size-5" aria-hidden="true" />
        </button>
      </p>
    )
  }
  // The current text has not been checked yet.
  const error =
    refused === undefined || busy || typed.trim() !== code ? undefined : typeof refused === 'string' ? refused : problemText(refused)
  return (
    <div className="flex flex-col gap-2">
      <form
        className="flex items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          choose(typed.trim())
        }}
      >
        <TextField
          className="min-w-0 flex-1"
          label={t('code')}
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={acted}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value.toUpperCase())
          }}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={32}
          error={error}
        />
        <Button type="submit" className="mt-[34px]" busy={busy} disabled={!typed.trim()}>
          {t('apply')}
        </Button>
      </form>
      <Mine chosen={code} onChoose={choose} />
    </div>
  )
}

const SUGGESTED = 4

function Mine({ chosen, onChoose }: { chosen: string; onChoose: (code: string) => void }) {
  const t = useTexts('coupons')
  const content = useContent()
  const language = useLanguage()
  const me = useSession((session) => session.me)
  const { data } = useQuery({ ...couponsQuery(me?.id ?? 0, 'usable'), enabled: me !== undefined })
  const others = data?.items.filter((coupon) => coupon.code !== chosen).slice(0, SUGGESTED) ?? []
  if (others.length === 0) return null
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="mb-1.5 text-sm text-mute">{t('mine')}</legend>
      {others.map((coupon) => (
        <button
          key={coupon.code}
          type="button"
          title={content(coupon.title)}
          className="min-h-11 rounded-control px-3 text-sm ring-1 ring-control ring-inset hover:ring-lime"
          onClick={() => onChoose(coupon.code)}
        >
          <span className="mr-1.5 inline-flex gap-1 text-lime">
            {language === 'th' && t('off')} <span className="num">{discountLabel(coupon)}</span> {language === 'en' && t('off')}
          </span>
          <span className="num text-mute">{coupon.code}</span>
        </button>
      ))}
    </fieldset>
  )
}
