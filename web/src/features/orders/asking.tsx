import { type ReactNode, useEffect, useId, useState } from 'react'
import type { LocalizedText, OrderStep } from '@/api/generated'
import { useTexts } from '@/i18n'
import { formatTime } from '@/i18n/format'
import { serverNow } from '@/live'
import { formatBaht } from '@/ui/amount'
import { Timeline } from '@/ui/timeline'
import { Dot } from './hand-over'
import { useInSentence } from './labels'

/** The parts of an order that the page needs while the bank has not answered. */
interface AskedOrder {
  number: string
  totalSatang: number
  channel: string
  channelName: LocalizedText
  timeline: readonly OrderStep[]
}

interface AskingProps {
  order: AskedOrder
  nameAtBank: string | null | undefined
  /** The last question got no answer. */
  unheard?: boolean
  /** The way back to the bank, and to another way to pay. */
  actions: ReactNode
}

/** The user is back from the bank, whose answer is still awaited: nothing has failed. */
export function Asking({ order, nameAtBank, unheard = false, actions }: AskingProps) {
  const t = useTexts('orders')
  const askingText = useAskingText(order)
  const heading = useId()
  const [since] = useState(serverNow)
  const sentAt = order.timeline.find(({ step }) => step === 'code_shown')?.at
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-4">
      <div className="flex flex-col gap-2 rounded-panel border border-lime/50 bg-lime-dim p-4" aria-live="polite">
        <Dot live>
          {askingText('status')}
          <Elapsed since={since} />
        </Dot>
        <h1 id={heading} className="text-2xl">
          {askingText('heading')}
        </h1>
        <p className="text-sm">{unheard ? t('asking.unheard') : t('asking.text')}</p>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 rounded-panel border border-line bg-panel p-4 text-sm [&>dd]:text-right [&>dt]:text-mute">
        <dt>{t('asking.order')}</dt>
        <dd className="num whitespace-nowrap">{order.number}</dd>
        <dt>{t('asking.amount')}</dt>
        <dd className="num">
          {formatBaht(order.totalSatang, 'exact')} {t('unit')}
        </dd>
        {nameAtBank && (
          <>
            <dt>{t('channel.nameAtBank')}</dt>
            <dd className="num">{nameAtBank}</dd>
          </>
        )}
      </dl>
      <Timeline
        label={t('asking.timeline')}
        steps={[
          ...(sentAt ? [{ key: 'opened', label: askingText('opened'), at: formatTime(sentAt), state: 'done' as const }] : []),
          { key: 'returned', label: t('asking.returned'), at: formatTime(new Date(since).toISOString()), state: 'done' },
          { key: 'waits', label: askingText('waits'), at: t('asking.now'), state: 'current' },
        ]}
      />
      <div className="action-bar grid grid-cols-[auto_1fr] gap-3 md:grid-cols-2 max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-20 max-md:h-[68px] max-md:items-center max-md:border-t max-md:border-line max-md:bg-[#0c110e] max-md:px-4">
        {actions}
      </div>
    </section>
  )
}

/** Returns the texts that name whoever is asked: the channel, or the bank of the card. */
export function useAskingText({ channel, channelName }: Pick<AskedOrder, 'channel' | 'channelName'>) {
  const t = useTexts('orders')
  const inSentence = useInSentence()
  return (key: 'status' | 'heading' | 'opened' | 'waits' | 'backTo') =>
    channel === 'card' ? t(`askingCard.${key}`) : t(`asking.${key}`, { channel: inSentence(channelName) })
}

/** Counts the seconds. A screen reader hears the state, not each second. */
function Elapsed({ since }: { since: number }) {
  const t = useTexts('orders')
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.max(0, Math.floor((serverNow() - since) / 1_000))), 1_000)
    return () => clearInterval(timer)
  }, [since])
  return (
    <span aria-hidden="true" className="num">
      {` · ${t('asking.seconds', { count: seconds })}`}
    </span>
  )
}
