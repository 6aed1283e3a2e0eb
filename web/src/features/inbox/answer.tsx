import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type InboxOffer, teamAcceptOffer, teamDeclineOffer } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { readEsportsAgain } from '@/features/account/esport'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { cx } from '@/ui/cx'
import { useProblemText } from '@/ui/query-error'
import { changeShown, type Message, readAgain } from './messages'

const CALLS = { accepted: teamAcceptOffer, declined: teamDeclineOffer } as const

/** An invitation or a request, answered where it is read; once anybody has, or its time is over, what became of it. */
export function Answer({ message, offer, onAnswered }: { message: Message; offer: InboxOffer; onAnswered: () => void }) {
  const t = useTexts('inbox')
  const say = useProblemText()
  const { error, isPending, isSuccess, mutate, variables } = useAnswer(message, offer, onAnswered)
  const outcome = useRef<HTMLParagraphElement>(null)
  const answered = isSuccess && !offer.mayAnswer
  // The button that was pressed is gone.
  useEffect(() => {
    if (answered) outcome.current?.focus({ preventScroll: true })
  }, [answered])
  return (
    <div className="relative z-10 mt-2 empty:hidden">
      {offer.mayAnswer ? (
        <div className="flex flex-wrap gap-2">
          {(['accepted', 'declined'] as const).map((status) => (
            <Button
              key={status}
              size="sm"
              look={status === 'accepted' ? 'primary' : 'plain'}
              aria-label={t('offer.answerTo', { answer: t(`offer.${offer.kind}.${status}`), title: message.title })}
              busy={isPending && variables === status}
              disabled={isPending && variables !== status}
              onClick={() => mutate(status)}
            >
              {t(`offer.${offer.kind}.${status}`)}
            </Button>
          ))}
        </div>
      ) : (
        <p
          ref={outcome}
          tabIndex={-1}
          role="status"
          className={cx('text-sm outline-none', offer.status === 'accepted' ? 'text-lime' : 'text-mute')}
        >
          {t(`offer.status.${offer.status}`)}
        </p>
      )}
      {error && (
        <p role="alert" className="mt-1 text-sm text-red">
          {say(problemOf(error))}
        </p>
      )}
    </div>
  )
}

function useAnswer(message: Message, offer: InboxOffer, onAnswered: () => void) {
  const client = useQueryClient()
  const me = useSession((session) => session.me?.id) ?? 0
  return useMutation({
    mutationFn: (status: keyof typeof CALLS) => answerOf(CALLS[status]({ path: { id: offer.id } })),
    onSuccess: ({ status }) => {
      const now = { ...offer, status, mayAnswer: false }
      changeShown(client, me, (items) => items.map((item) => (item.id === message.id ? { ...item, offer: now } : item)))
      onAnswered()
    },
    // Refused, it stands otherwise than it was shown; accepted, others may have ended with it.
    onSettled: () => void Promise.all([readAgain(client, me), readEsportsAgain(client)]),
  })
}
