import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type DirectPurchase, type PaymentChannel, paymentsListChannels } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useContent, useTexts } from '@/i18n'
import { formatBaht } from '@/ui/amount'
import { ChannelMark } from '@/ui/channel-mark'
import { ChoiceCard } from '@/ui/choice'
import { cx } from '@/ui/cx'
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

const GRID = 'grid gap-2.5 sm:grid-cols-2 sm:gap-3 md:grid-cols-3'

/** The payment channels; each that cannot pay for this shows why. Visible before signing in. */
export function Channels({ channels, priced, chosen, missing, onChoose }: ChannelsProps) {
  const t = useTexts('games')
  const content = useContent()
  const problemText = useProblemText()
  const { data, error, isPlaceholderData } = channels
  if (error && !data) return <p className="text-sm text-amber">{problemText(problemOf(error))}</p>
  if (!data) {
    return (
      // As many and as high as usual, so that nothing below moves when they arrive.
      <div className={GRID}>
        {[1, 2, 3].map((card) => (
          <div key={card} className="skeleton h-[68px] md:h-[86px]" />
        ))}
      </div>
    )
  }
  const limits = ({ minSatang, maxSatang }: PaymentChannel) =>
    t(maxSatang ? 'game.channelFromTo' : 'game.channelFrom', { min: formatBaht(minSatang), max: formatBaht(maxSatang ?? 0) })
  return (
    <div className={cx(GRID, isPlaceholderData && 'opacity-60', missing && '-m-2 rounded-panel p-2 ring-2 ring-red')}>
      {data.items.map((channel) => {
        const { code, name, note, reason } = channel
        const refused = priced && !channel.allowed
        return (
          <ChoiceCard
            key={code}
            ring
            mark={<ChannelMark code={code} />}
            name="channel"
            value={code}
            checked={code === chosen}
            disabled={refused}
            onChange={onChoose}
            className="p-3!"
          >
            <span className="block leading-snug font-semibold">{content(name)}</span>
            {refused && reason ? (
              <span className="block text-sm text-amber">{reason.message}</span>
            ) : (
              <span className="block text-sm text-mute">{[...(note ? [content(note)] : []), limits(channel)].join(' · ')}</span>
            )}
          </ChoiceCard>
        )
      })}
    </div>
  )
}
