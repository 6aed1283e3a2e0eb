import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type InboxOffer, teamAcceptOffer, teamDeclineOffer } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { readEsportsAgain } from '@/features/account/esport'
import { useTexts } from '@/i18n'
import { type Answered, Answers } from './answers'
import { changeShown, type Message, readAgain } from './messages'

const CALLS = { accepted: teamAcceptOffer, declined: teamDeclineOffer } as const

/** An invitation into a team, or a request. */
export function Answer({ message, offer, onAnswered }: { message: Message; offer: InboxOffer; onAnswered: () => void }) {
  const t = useTexts('inbox')
  const answering = useAnswer(message, offer, onAnswered)
  const { kind, mayAnswer, status } = offer
  return (
    <Answers
      title={message.title}
      mayAnswer={mayAnswer}
      words={{ accepted: t(`offer.${kind}.accepted`), declined: t(`offer.${kind}.declined`) }}
      answering={answering}
      outcome={t(`offer.status.${status}`)}
      accepted={status === 'accepted'}
    />
  )
}

function useAnswer(message: Message, offer: InboxOffer, onAnswered: () => void) {
  const client = useQueryClient()
  const me = useSession((session) => session.me?.id) ?? 0
  return useMutation({
    mutationFn: (status: Answered) => answerOf(CALLS[status]({ path: { id: offer.id } })),
    onSuccess: ({ status }) => {
      const now = { ...offer, status, mayAnswer: false }
      changeShown(client, me, (items) => items.map((item) => (item.id === message.id ? { ...item, offer: now } : item)))
      onAnswered()
    },
    // After a refusal the offer differs from the one shown; after an acceptance, others may have ended with it.
    onSettled: () => void Promise.all([readAgain(client, me), readEsportsAgain(client)]),
  })
}
