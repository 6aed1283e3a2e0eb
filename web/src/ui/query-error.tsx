import type { ReactNode } from 'react'
import type { ApiProblem } from '@/api/problem'
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
  return (
    <ErrorState
      title={problemText(problem)}
      page={page}
      reference={problem.requestId}
      onRetry={onRetry}
      labels={{ retry: t('action.retry'), reference: t('error.reference'), copied: t('error.copied') }}
    >
      {children}
      <ReadHow code={problem.code} />
    </ErrorState>
  )
}
