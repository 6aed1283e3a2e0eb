import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { problemOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { cx } from '@/ui/cx'
import { useProblemText } from '@/ui/query-error'

export type Answered = 'accepted' | 'declined'

interface AnswersProps {
  /** The message's title, part of each button's label */
  title: string
  mayAnswer: boolean
  words: Record<Answered, string>
  answering: UseMutationResult<unknown, unknown, Answered>
  /** The outcome */
  outcome: string
  accepted: boolean
  /** Content beside the two answers */
  children?: ReactNode
}

/** Answers a message in place; once it is answered or expired, shows the outcome. */
export function Answers({ title, mayAnswer, words, answering, outcome, accepted, children }: AnswersProps) {
  const t = useTexts('inbox')
  const problemText = useProblemText()
  const { error, isPending, isSuccess, mutate, variables } = answering
  const said = useRef<HTMLParagraphElement>(null)
  const answered = isSuccess && !mayAnswer
  // The button that was pressed is gone.
  useEffect(() => {
    if (answered) said.current?.focus({ preventScroll: true })
  }, [answered])
  return (
    <div className="relative z-10 mt-2 empty:hidden">
      {mayAnswer ? (
        <div className="flex flex-wrap gap-2">
          {(['accepted', 'declined'] as const).map((answer) => (
            <Button
              key={answer}
              size="sm"
              look={answer === 'accepted' ? 'primary' : 'plain'}
              aria-label={t('offer.answerTo', { answer: words[answer], title })}
              busy={isPending && variables === answer}
              disabled={isPending && variables !== answer}
              onClick={() => mutate(answer)}
            >
              {words[answer]}
            </Button>
          ))}
          {children}
        </div>
      ) : (
        <p ref={said} tabIndex={-1} role="status" className={cx('text-sm outline-none', accepted ? 'text-lime' : 'text-mute')}>
          {outcome}
        </p>
      )}
      {error !== null && (
        <p role="alert" className="mt-1 text-sm text-red">
          {problemText(problemOf(error))}
        </p>
      )}
    </div>
  )
}
