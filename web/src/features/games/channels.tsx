import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { paymentsListChannels, type DirectPurchase } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useProblemText } from '@/ui/query-error'
import { useContent } from '@/i18n'
import { ChoiceCard } from '@/ui/choice'
import { cx } from '@/ui/cx'

interface ChannelsProps {
  direct: DirectPurchase
  chosen: string | undefined
  onChoose: (channel: string) => void
}

/** Which channels can pay for this, and of each other why not. */
export function Channels({ direct, chosen, onChoose }: ChannelsProps) {
  const content = useContent()
  const say = useProblemText()
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['channels', JSON.stringify({ direct })],
    queryFn: () => answerOf(paymentsListChannels({ body: { direct } })),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  })
  if (error && !data) return <p className="text-sm text-amber">{say(problemOf(error))}</p>
  if (!data) return <div className="skeleton h-16" />
  return (
    <div className={cx('grid gap-3 xs:grid-cols-2 md:grid-cols-3', isPlaceholderData && 'opacity-60')}>
      {data.items.map(({ code, name, allowed, reason }) => (
        <ChoiceCard key={code} name="channel" value={code} checked={allowed && code === chosen} disabled={!allowed} onChange={onChoose}>
          <span className="block font-semibold">{content(name)}</span>
          {reason && <span className="block text-sm text-amber">{reason.message}</span>}
        </ChoiceCard>
      ))}
    </div>
  )
}
