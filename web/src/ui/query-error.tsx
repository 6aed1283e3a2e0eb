import type { ReactNode } from 'react'
import type { ApiProblem } from '@/api/problem'
import { refusalOf } from '@/api/refusal'
import { useTexts } from '@/i18n'
import { ErrorState } from '@/ui/feedback'

/** Returns the text of an API's refusal, ready to show. */
export function useProblemText(): (problem: ApiProblem) => string {
  const t = useTexts('common')
  return (problem) => {
    if (problem.status === 0) return t('error.network')
    // Its message is a word for programs, which the specification fixed.
    if (problem.code === 'session_revoked') return t('error.sessionEnded')
    return problem.message || t('error.generic')
  }
}

/** The same where no field shows its own: in the words of the one that was refused. */
export function useRefusalText(): (problem: ApiProblem) => string {
  const problemText = useProblemText()
  return (problem) => refusalOf(problem) || problemText(problem)
}

interface QueryErrorProps {
  problem: ApiProblem
  onRetry?: () => void
  children?: ReactNode
  /** It stands for the whole page, so that its title is the page's heading. */
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
    </ErrorState>
  )
}
