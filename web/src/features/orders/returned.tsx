import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { purchaseReturned, type ReturnedOrder } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { authorizeAddress } from '@/features/channels/authorize'
import { useContent, useTexts } from '@/i18n'
import { Amount } from '@/ui/amount'
import { buttonClass } from '@/ui/button'
import { cx } from '@/ui/cx'
import { EmptyState, Notice } from '@/ui/feedback'
import { QueryError } from '@/ui/query-error'
import { Timeline } from '@/ui/timeline'
import { Asking, useAskingText } from './asking'
import { failureText } from './failure'
import { useTrackedSteps } from './steps'
import { SupportLink } from './support'
import { useAsking } from './use-asking'

type Kind = 'asking' | 'paid' | 'completed' | 'error' | 'failed' | 'expired' | 'incomplete' | 'cancelled' | 'mismatch'

function kindOf({ status, paidAt, cancelledAt, payment }: ReturnedOrder): Kind {
  if (paidAt != null) return status === 'completed' || status === 'error' ? status : 'paid'
  if (payment?.status === 'mismatch') return 'mismatch'
  if (status === 'incomplete') return cancelledAt != null ? 'cancelled' : 'incomplete'
  if (payment?.status === 'failed' || payment?.status === 'expired') return payment.status
  return 'asking'
}

interface ReturnedProps {
  number: string
  state: string
  /** The order belongs to another account than the one that is signed in. */
  other?: boolean
}

/** The page to which the bank leads back in a browser without the buyer's session: amount and status, nothing personal. */
export function Returned({ number, state, other = false }: ReturnedProps) {
  const t = useTexts('orders')
  const { data, error, refetch } = useQuery({
    queryKey: ['returned', number, state],
    queryFn: () => answerOf(purchaseReturned({ body: { number, state } })),
    enabled: false,
    retry: false,
    meta: { public: true },
  })
  const problem = error ? problemOf(error) : undefined
  const wrong = problem?.status === 404
  useAsking(!wrong && (!data || data.status === 'pending'), () => refetch({ throwOnError: true }))
  const here = useRouterState({ select: ({ location }) => location.href })
  if (wrong && !data) {
    return (
      <div className="pt-4">
        <h1 className="text-center text-2xl">{t('returned.wrong')}</h1>
        <EmptyState
          action={
            <div className="flex flex-wrap justify-center gap-3">
              <Link to="/track" search={{ number }} className={buttonClass('plain')}>
                {t('returned.track')}
              </Link>
              {!other && (
                <Link to="/auth/login" search={{ returnTo: here }} className={buttonClass('primary')}>
                  {t('returned.signIn')}
                </Link>
              )}
            </div>
          }
        >
          {t(other ? 'returned.wrongOther' : 'returned.wrongText')}
        </EmptyState>
      </div>
    )
  }
  if (!data) {
    if (problem) return <QueryError page problem={problem} onRetry={() => void refetch()} />
    return <div className="skeleton mx-auto h-[560px] max-w-md" role="status" aria-label={t('step.label')} />
  }
  return (
    <div className="mx-auto flex max-w-md flex-col gap-5">
      {kindOf(data) === 'asking' ? (
        <StillAsking order={data} unheard={problem !== undefined} />
      ) : (
        <Known order={data} kind={kindOf(data)} />
      )}
      <section className="flex flex-col gap-2 rounded-panel border border-line bg-panel p-4">
        <h2 className="text-lg">{t(other ? 'returned.otherAccount' : 'returned.signedOut')}</h2>
        <p className="text-sm text-mute">{t(other ? 'returned.otherAccountText' : 'returned.signedOutText')}</p>
        {!other && (
          <Link to="/auth/login" search={{ returnTo: here }} className={cx(buttonClass('plain', 'sm'), 'mt-1 self-start')}>
            {t('returned.signIn')}
          </Link>
        )}
      </section>
    </div>
  )
}

/** Paying in another way takes the buyer's session. */
const payPath = (number: string) => `/payment/process?order=${encodeURIComponent(number)}`

function StillAsking({ order, unheard }: { order: ReturnedOrder; unheard: boolean }) {
  const t = useTexts('orders')
  const askingText = useAskingText(order)
  const address = authorizeAddress(order.payment?.authorizeUrl)
  return (
    <Asking
      order={order}
      nameAtBank={order.nameAtBank}
      unheard={unheard}
      actions={
        <>
          <Link
            to="/auth/login"
            search={{ returnTo: payPath(order.number) }}
            className={cx(buttonClass('plain', 'md', true), !address && 'col-span-2')}
          >
            {t('asking.changeWay')}
          </Link>
          {address && (
            <a href={address} className={buttonClass('plain', 'md', true)}>
              {askingText('backTo')}
            </a>
          )}
        </>
      }
    />
  )
}

/** The outcome, and what it means. */
function Known({ order, kind }: { order: ReturnedOrder; kind: Exclude<Kind, 'asking'> | Kind }) {
  const t = useTexts('orders')
  const content = useContent()
  const steps = useTrackedSteps(order, true)
  const [title, text] = texts()
  const good = kind === 'completed' || kind === 'paid'
  const unpaid = kind === 'failed' || kind === 'expired'
  return (
    <>
      <header aria-live="polite" className="flex flex-col gap-2">
        <h1 className={cx('text-2xl', good && 'text-lime', (kind === 'error' || kind === 'mismatch') && 'text-amber')}>{title}</h1>
        <p className="text-mute">{text}</p>
      </header>
      <section aria-label={t('asking.facts')} className="flex flex-col gap-3 rounded-panel border border-line bg-panel p-4 text-sm">
        <p className="flex justify-between gap-4">
          <span className="num whitespace-nowrap">{order.number}</span>
          <Amount satang={order.totalSatang} decimals="exact" />
        </p>
        <ul className="flex flex-col gap-1.5 border-t border-line pt-3">
          {order.lines.map((line, index) => (
            // Two lines may be equal in everything; their order never changes.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} className="flex flex-wrap justify-between gap-x-4">
              <span>
                {content(line.name)}
                {line.quantity > 1 && ` ×\u00A0${line.quantity}`} <span className="text-mute">{content(line.gameName)}</span>
              </span>
              {order.paidAt != null && <span className="text-mute">{t(`delivery.${line.deliveryStatus}`)}</span>}
            </li>
          ))}
        </ul>
      </section>
      <Timeline steps={steps} label={t('step.label')} />
      {unpaid && (
        <Link to="/auth/login" search={{ returnTo: payPath(order.number) }} className={buttonClass('primary', 'md', true)}>
          {t('returned.payAgain')}
        </Link>
      )}
      {(kind === 'error' || kind === 'mismatch') && <SupportLink number={order.number} look="primary" wide />}
      {kind === 'paid' && <Notice>{t('result.pendingPlain')}</Notice>}
    </>
  )

  function texts(): [title: string, text: string] {
    switch (kind) {
      case 'completed':
        return [t('result.completed'), t('result.completedBoth')]
      case 'failed':
        return [t('returned.failed'), t(failureText(order.channel === 'card' ? 'card' : 'redirect', order.payment?.failureCode))]
      case 'expired':
        return [t('returned.expired'), t(order.channel === 'card' ? 'card.expired' : 'redirect.expired')]
      case 'error':
      case 'mismatch':
      case 'cancelled':
      case 'incomplete':
        return [t(`result.${kind}`), t(`result.${kind}Text`)]
      default:
        return [t('step.paid'), t('result.pending')]
    }
  }
}
