import { useIsFetching } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ApiProblem } from '@/api/problem'
import { queries } from '@/api/queries'
import { refusalOf } from '@/api/refusal'
import { useTexts } from '@/i18n'
import { ErrorState } from '@/ui/feedback'
import { ReadHow } from './read-how'

/** Returns the text of an API's refusal, ready to show. */
export function useProblemText(): (problem: ApiProblem) => string {
  const t = useTexts('common')
  return (problem) => {
    if (problem.status === 0) return t('error.network')
    // Its message is a fixed word for programs, by the specification.
    if (problem.code === 'session_revoked') return t('error.sessionEnded')
    return problem.message || t('error.generic')
  }
}

/** The same if no field shows its own error: the text of the refused field. */
export function useRefusalText(): (problem: ApiProblem) => string {
  const problemText = useProblemText()
  return (problem) => refusalOf(problem) || problemText(problem)
}

interface QueryErrorProps {
  problem: ApiProblem
  onRetry?: () => void
  children?: ReactNode
  /** It replaces the whole page, so that its title is the page's heading. */
  page?: boolean
}

export function QueryError({ problem, onRetry, children, page }: QueryErrorProps) {
  const t = useTexts('common')
  const problemText = useProblemText()
  // A try that fails at once must be seen to have been made.
  const isFetching = useIsFetching({}, queries) > 0
  const [wasFetching, setWasFetching] = useState(isFetching)
  const [pressed, setPressed] = useState(false)
  if (isFetching !== wasFetching) {
    setWasFetching(isFetching)
    if (!isFetching) setPressed(false)
  }
  const retry =
    onRetry &&
    (() => {
      setPressed(true)
      onRetry()
    })
  return (
    <ErrorState
      title={problemText(problem)}
      page={page}
      reference={problem.requestId}
      onRetry={retry}
      busy={pressed && isFetching}
      labels={{ retry: t('action.retry'), reference: t('error.reference'), copied: t('error.copied') }}
    >
      {children}
      <ReadHow code={problem.code} />
    </ErrorState>
  )
}
