import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type DirectPurchase, type PaymentChannel, paymentsListChannels } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { ChannelList } from '@/features/channels/channel-list'
import { groupChannels, shortList } from '@/features/channels/groups'
import { useTexts } from '@/i18n'
import { formatBaht } from '@/ui/amount'
import { cx } from '@/ui/cx'
import { isPhone } from '@/ui/device'
import { useProblemText } from '@/ui/query-error'

/** Loads the channels that could pay for a package; without a package, all that exist. */
export function useChannels(direct: DirectPurchase | undefined, enabled: boolean) {
  const body = direct ? { direct } : {}
  return useQuery({
    queryKey: ['channels', JSON.stringify(body)],
    queryFn: () => answerOf(paymentsListChannels({ body })),
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  })
}

interface ChannelsProps {
  channels: ReturnType<typeof useChannels>
  /** Whether a package is chosen, so that the price is known. */
  priced: boolean
  chosen: string | undefined
  /** Whether the user tried to continue without one. */
  missing: boolean
  onChoose: (channel: string) => void
}

const GRID = 'grid gap-2 sm:grid-cols-2 sm:gap-3 md:grid-cols-3'
/** Channels that the page shows at first, on a phone and on a computer. */
const SHORT = 4
const SHORT_WIDE = 6
/** Reasons that do not depend on the package. */
const ALWAYS: readonly string[] = ['channel_closed', 'channel_down', 'channel_unavailable']

/** The first payment channels, and all of them on request; each that cannot pay for this shows why. Visible before signing in. */
export function Channels({ channels, priced, chosen, missing, onChoose }: ChannelsProps) {
  const t = useTexts('games')
  const problemText = useProblemText()
  const guest = useSession(({ status }) => status === 'guest')
  const [open, setOpen] = useState(false)
  const { data, error, isPlaceholderData } = channels
  if (error && !data) return <p className="text-sm text-amber">{problemText(problemOf(error))}</p>
  if (!data) {
    return (
      // As many and as high as usual, so that nothing below moves when they arrive.
      <div className={cx(GRID, 'pt-7 pb-13')}>
        {[1, 2, 3, 4].map((card) => (
          <div key={card} className="skeleton h-[66px]" />
        ))}
      </div>
    )
  }
  const limits = ({ minSatang, maxSatang }: PaymentChannel) =>
    t(maxSatang ? 'game.channelFromTo' : 'game.channelFrom', { min: formatBaht(minSatang), max: formatBaht(maxSatang ?? 0) })
  const phone = isPhone()
  const short = shortList(groupChannels(data.items, phone), chosen, phone ? SHORT : SHORT_WIDE)
  // A list with a single row left is not worth a button.
  const folds = data.items.length > short.size + 1
  return (
    <div className={cx(isPlaceholderData && 'opacity-60', missing && '-m-2 rounded-panel p-2 ring-2 ring-red')}>
      <ChannelList
        t={t}
        channels={data.items}
        chosen={chosen}
        onChoose={onChoose}
        {...(folds && !open && { only: short })}
        isRefused={({ allowed, reason }) => !allowed && (priced || ALWAYS.includes(reason?.code ?? ''))}
        // A visitor compares the shop's ways to pay; a buyer sees those that take this purchase.
        more={(channel) => (priced && !guest ? undefined : limits(channel))}
        rows={GRID}
      />
      {folds && (
        <button
          type="button"
          aria-expanded={open}
          className="mt-1 -mb-2 inline-flex min-h-11 items-center text-sm text-lime underline"
          onClick={() => setOpen(!open)}
        >
          {open ? t('channel.fewer') : t('channel.more', { count: data.items.length - short.size })}
        </button>
      )}
    </div>
  )
}
