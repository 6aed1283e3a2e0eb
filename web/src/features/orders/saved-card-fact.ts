import { useQuery } from '@tanstack/react-query'
import { useSession } from '@/api/session'
import { cardDigits } from '@/features/cards/names'
import { cardsQuery } from '@/features/cards/queries'
import type { ListedChannel } from '@/features/channels/facts'
import { useTexts } from '@/i18n'

/** Returns the channels with the user's newest saved card in the row of the one that a card pays. */
export function useSavedCardFact<Known extends ListedChannel>(channels: readonly Known[]): readonly Known[] {
  const t = useTexts('orders')
  const isMember = useSession(({ status }) => status === 'member')
  const pays = channels.some(({ byCard, allowed }) => byCard && allowed)
  const { data } = useQuery({ ...cardsQuery, enabled: isMember && pays, retry: false })
  const [saved] = data?.items ?? []
  if (!saved) return channels
  const cardFact = t('channel.savedCard', { card: cardDigits(saved) })
  return channels.map((channel) => (channel.byCard ? { ...channel, cardFact } : channel))
}
