import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type InboxProposal, matchAcceptTime, matchDeclineTime } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { useTexts } from '@/i18n'
import { buttonClass } from '@/ui/button'
import { type Answered, Answers } from './answers'
import { changeShown, type Message, readAgain } from './messages'

const CALLS = { accepted: matchAcceptTime, declined: matchDeclineTime } as const

interface TimeAnswerProps {
  message: Message
  proposal: InboxProposal
  onAnswered: () => void
}

/** A time that the other side proposed; a counter-proposal is made in the room. */
export function TimeAnswer({ message, proposal, onAnswered }: TimeAnswerProps) {
  const t = useTexts('inbox')
  const answering = useAnswer(message, proposal, onAnswered)
  const { matchId, mayAnswer, state } = proposal
  return (
    <Answers
      title={message.title}
      mayAnswer={mayAnswer}
      words={{ accepted: t('proposal.accepted'), declined: t('proposal.declined') }}
      answering={answering}
      outcome={t(`proposal.state.${state}`)}
      accepted={state === 'accepted'}
    >
      <Link to="/esport/match/$id" params={{ id: String(matchId) }} className={buttonClass('ghost', 'sm')}>
        {t('proposal.other')}
      </Link>
    </Answers>
  )
}

function useAnswer(message: Message, proposal: InboxProposal, onAnswered: () => void) {
  const client = useQueryClient()
  const me = useSession((session) => session.me?.id) ?? 0
  return useMutation({
    mutationFn: (state: Answered) => answerOf(CALLS[state]({ path: { id: proposal.id } })),
    onSuccess: (_, state) => {
      const now = { ...proposal, state, mayAnswer: false }
      changeShown(client, me, (items) => items.map((item) => (item.id === message.id ? { ...item, proposal: now } : item)))
      onAnswered()
    },
    // After a refusal the proposal differs from the one shown.
    onSettled: () => void readAgain(client, me),
  })
}
