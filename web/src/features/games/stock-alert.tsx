import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { Bell, BellRing } from 'lucide-react'
import { stockAlertsAdd, stockAlertsDelete, stockAlertsList } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import type { Product } from '@/features/catalogue/queries'
import { useContent, useTexts } from '@/i18n'
import { toast } from '@/ui/toast'
import { useProblemText } from '@/ui/query-error'

const look =
  'relative z-10 inline-flex min-h-11 items-center justify-center gap-1.5 rounded-control px-2 text-sm ring-1 ring-inset hover:ring-lime'

/** Notifies a member when the product is back; a visitor is sent to sign in and comes back here. */
export function StockAlert({ product }: { product: Pick<Product, 'id' | 'name'> }) {
  const t = useTexts('games')
  const content = useContent()
  const problemText = useProblemText()
  const client = useQueryClient()
  const me = useSession((session) => session.me?.id)
  const here = useRouterState({ select: (state) => state.location.href })
  const queryKey = ['stock-alerts', me]
  const { data } = useQuery({ queryKey, queryFn: () => answerOf(stockAlertsList()), enabled: me !== undefined, staleTime: 60_000 })
  const wanted = data?.productIds.includes(product.id) ?? false
  const change = useMutation({
    mutationFn: () => answerOf((wanted ? stockAlertsDelete : stockAlertsAdd)({ body: { productId: product.id } })),
    onSuccess: (alerts) => {
      client.setQueryData(queryKey, alerts)
      if (!wanted) void toast(t('game.alertOn', { name: content(product.name) }), { tone: 'success' })
    },
    onError: (error) => void toast(problemText(problemOf(error)), { tone: 'error' }),
  })
  const said = t(wanted ? 'game.alertWanted' : 'game.alert')
  const label = `${said}: ${content(product.name)}`
  if (me === undefined) {
    return (
      <Link to="/auth/login" search={{ returnTo: here }} aria-label={label} className={`${look} text-text ring-control`}>
        <Bell className="size-4" aria-hidden="true" />
        {t('game.alert')}
      </Link>
    )
  }
  return (
    <button
      type="button"
      aria-pressed={wanted}
      aria-label={label}
      aria-busy={change.isPending || undefined}
      className={`${look} ${wanted ? 'bg-lime-dim text-lime ring-lime/50' : 'text-text ring-control'}`}
      onClick={() => !change.isPending && change.mutate()}
    >
      {wanted ? <BellRing className="size-4" aria-hidden="true" /> : <Bell className="size-4" aria-hidden="true" />}
      {said}
    </button>
  )
}
