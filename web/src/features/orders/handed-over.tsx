import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { type HandedOver, purchaseOpenHandOver } from '@/api/generated'
import { ApiProblem, answerOf, problemOf } from '@/api/problem'
import { authorizeAddress } from '@/features/channels/authorize'
import { useContent, useTexts } from '@/i18n'
import { serverNow } from '@/live'
import { formatBaht } from '@/ui/amount'
import { Button, buttonClass } from '@/ui/button'
import { ChannelMark } from '@/ui/channel-mark'
import { clockTime, useSecondsLeft } from '@/ui/countdown'
import { currentDevice, currentInAppBrowser } from '@/ui/device'
import { useHead } from '@/ui/head'
import { useProblemText } from '@/ui/query-error'
import { Tag } from '@/ui/tag'
import { InAppNotice } from './in-app'
import { useInSentence } from './labels'
import { NameAtBank } from './pay-by'

/** Stands in the address in place of the link's token, which works once and must not stay there. */
const READ = 'opened'
const KEPT = 'manao.handedOver'

/** What this tab knows of its link: the token until it was opened, then the answer, so that a reload works. */
interface Entry {
  token?: string
  opened?: HandedOver
}

function saveEntry(entry: Entry): void {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(entry))
  } catch {
    // Storage may be refused; then a reload needs a new link.
  }
}

function loadEntry(): Entry {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? '{}') as Entry
  } catch {
    return {}
  }
}

async function open({ token, opened }: Entry): Promise<HandedOver> {
  if (opened) return opened
  if (token === undefined) throw new ApiProblem(410, { code: 'hand_over_over' })
  try {
    const answer = await answerOf(purchaseOpenHandOver({ body: { token, device: currentDevice() } }))
    saveEntry({ opened: answer })
    return answer
  } catch (error) {
    const { status } = problemOf(error)
    if (status === 409 || status === 410) saveEntry({})
    throw error
  }
}

/** A payment that a computer handed to this phone: the way to the bank, without signing in. */
export function HandedOverPage({ token }: { token: string }) {
  const t = useTexts('orders')
  useHead({ title: t('redirect.title'), noindex: true })
  const app = currentInAppBrowser()
  // An app's own browser must not use the link up; it keeps the address, which its menu opens elsewhere.
  if (app && token !== READ) {
    return (
      <div className="mx-auto max-w-md">
        <InAppNotice page app={app} address={window.location.href} />
      </div>
    )
  }
  return <Opened token={token} />
}

function Opened({ token }: { token: string }) {
  const t = useTexts('orders')
  const problemText = useProblemText()
  const navigate = useNavigate()
  const [entry] = useState<Entry>(() => (token === READ ? loadEntry() : { token }))
  useEffect(() => {
    if (token === READ) return
    saveEntry({ token })
    void navigate({ to: '/payment/process', search: { handover: READ }, replace: true })
  }, [token, navigate])
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['handedOver', entry],
    queryFn: () => open(entry),
    meta: { public: true },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    retry: false,
  })
  if (data) return <Payment order={data} />
  if (!error) return <div className="skeleton mx-auto h-[480px] max-w-md" role="status" aria-label={t('handedOver.opening')} />
  const problem = problemOf(error)
  if (problem.status === 410) return <Outcome title={t('handedOver.over')}>{t('handedOver.overText')}</Outcome>
  if (problem.status === 409) return <Outcome title={t('handedOver.state')}>{t('handedOver.stateText')}</Outcome>
  const unavailable = problem.status === 503
  return (
    <Outcome
      title={unavailable ? t('handedOver.unavailable') : problemText(problem)}
      action={
        <Button look="primary" wide busy={isFetching} onClick={() => void refetch()}>
          {t('handedOver.again')}
        </Button>
      }
    >
      {t('handedOver.unavailableText')}
    </Outcome>
  )
}

function Outcome({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div role="alert" className="mx-auto flex max-w-md flex-col gap-4 py-8">
      <h1 className="text-2xl">{title}</h1>
      <p className="text-mute">{children}</p>
      {action}
    </div>
  )
}

function Payment({ order }: { order: HandedOver }) {
  const t = useTexts('orders')
  const content = useContent()
  const inSentence = useInSentence()
  const left = useSecondsLeft(Date.parse(order.expiresAt), serverNow)
  const address = authorizeAddress(order.authorizeUrl)
  const name = { channel: inSentence(order.channelName) }
  const isOver = left === 0 || !address
  return (
    <div className="mx-auto flex max-w-md flex-col gap-5">
      <div className="flex items-center justify-between gap-3">
        <h1 className="text-xl">{t('redirect.heading', name)}</h1>
        {left !== undefined && left > 0 && <Tag tone="amber">{t('waiting.left', { time: clockTime(left) })}</Tag>}
      </div>
      <p className="text-center">
        <span className="block text-sm text-mute">{t('handedOver.total')}</span>
        <span className="num text-4xl leading-tight">{formatBaht(order.totalSatang, 'exact')}</span>{' '}
        <span className="text-mute">{t('unit')}</span>
      </p>
      <section className="flex flex-col gap-3 rounded-panel border border-line bg-panel p-4">
        <p className="flex items-center gap-3 font-semibold">
          <ChannelMark code={order.channel} />
          {content(order.channelName)}
        </p>
        <ul className="flex flex-col gap-1 border-t border-line pt-3 text-sm">
          {order.lines.map((line, index) => (
            // Two lines may be equal in everything; their order never changes.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>
              <span className="font-semibold">
                {content(line.name)}
                {line.quantity > 1 && ` ×\u00A0${line.quantity}`}
              </span>{' '}
              <span className="text-mute" lang="en">
                {content(line.gameName)}
              </span>
            </li>
          ))}
        </ul>
        <p className="text-sm text-mute">
          {t('waiting.number')} <span className="num whitespace-nowrap text-text">{order.number}</span>
        </p>
        {order.nameAtBank && <NameAtBank name={order.nameAtBank} />}
      </section>
      {isOver ? (
        <p role="alert" className="text-center text-amber">
          {t('handedOver.timeOver')}
        </p>
      ) : (
        <>
          <a href={address} className={buttonClass('primary', 'md', true)}>
            {t('redirect.open', name)}
          </a>
          <p className="text-center text-sm text-balance text-mute">{t('handedOver.finish')}</p>
        </>
      )}
    </div>
  )
}
