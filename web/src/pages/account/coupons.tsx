import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type Me, couponsRedeem } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { QueryError, useProblemText } from '@/ui/query-error'
import { AccountPage } from '../frames/account'
import { useContent, useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Chip } from '@/ui/chip'
import { EmptyState } from '@/ui/feedback'
import { TextField } from '@/ui/field'
import { toast } from '@/ui/toast'
import { ReadHow } from '@/ui/read-how'
import { CouponCard } from '@/features/coupons/coupon-card'
import { type CouponStatus, couponsQuery, PER_PAGE } from '@/features/coupons/coupons'

const STATUSES: readonly CouponStatus[] = ['usable', 'used', 'expired']

export function CouponsPage() {
  const t = useTexts('coupons')
  const me = useSession((session) => session.me)
  return (
    <AccountPage heading={t('heading')}>
      {me && (
        <>
          <Collect />
          <Wallet me={me} />
        </>
      )}
    </AccountPage>
  )
}

/** Adds a coupon to the account by its code. */
function Collect() {
  const t = useTexts('coupons')
  const content = useContent()
  const problemText = useProblemText()
  const client = useQueryClient()
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const collecting = useMutation({
    mutationFn: () => answerOf(couponsRedeem({ body: { code } })),
    onSuccess: (coupon) => {
      setCode('')
      void client.invalidateQueries({ queryKey: ['coupons'] })
      void toast(t('collected', { title: content(coupon.title) }), { tone: 'success' })
    },
  })
  const error = missing ? t('enterCode') : collecting.error ? problemText(problemOf(collecting.error)) : undefined
  return (
    <form
      className="flex flex-wrap items-start gap-3 rounded-panel border border-line bg-panel p-4"
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(!code.trim())
        if (code.trim() && !collecting.isPending) collecting.mutate()
      }}
    >
      <TextField
        className="min-w-0 flex-1 basis-56"
        label={t('code')}
        value={code}
        onChange={(event) => {
          setCode(event.target.value.toUpperCase())
          setMissing(false)
          if (collecting.error) collecting.reset()
        }}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={32}
        error={error}
      />
      <Button type="submit" look="primary" busy={collecting.isPending} className="mt-[34px] max-sm:w-full max-sm:mt-0">
        {t('collect')}
      </Button>
    </form>
  )
}

function Wallet({ me }: { me: Me }) {
  const t = useTexts('coupons')
  const navigate = useNavigate()
  const { status = 'usable', page = 1 } = useSearch({ from: '/account/coupons' })
  const { data, error, refetch } = useQuery(couponsQuery(me.id, status, page))
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / PER_PAGE))
  const go = (next: { status: CouponStatus; page?: number }) =>
    void navigate({
      to: '/account/coupons',
      search: { ...(next.status !== 'usable' && { status: next.status }), ...(next.page && next.page > 1 && { page: next.page }) },
    })
  return (
    <>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{t('filter')}</legend>
        {STATUSES.map((known) => (
          <Chip key={known} checked={status === known} label={t(`status.${known}`)} onChoose={() => go({ status: known })} />
        ))}
      </fieldset>
      {error && !data ? (
        <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <div className="skeleton h-48" />
      ) : data.items.length === 0 ? (
        <EmptyState action={status === 'usable' && <ReadHow code="coupons" />}>{t(`empty.${status}`)}</EmptyState>
      ) : (
        <ul className="flex flex-col gap-3">
          {data.items.map((coupon) => (
            <CouponCard key={coupon.code} coupon={coupon} />
          ))}
        </ul>
      )}
      {pages > 1 && (
        <nav aria-label={t('page', { page, pages })} className="flex items-center justify-center gap-4">
          <Button disabled={page <= 1} onClick={() => go({ status, page: page - 1 })}>
            {t('previous')}
          </Button>
          <span className="text-mute">{t('page', { page, pages })}</span>
          <Button disabled={page >= pages} onClick={() => go({ status, page: page + 1 })}>
            {t('next')}
          </Button>
        </nav>
      )}
    </>
  )
}
