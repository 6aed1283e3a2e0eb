import { type ApiProblem, problemOf } from '@/api/problem'
import { Notice } from './feedback'
import { useProblemText, useRefusalText } from './query-error'
import { ReadHow } from './read-how'

interface ProblemNoticeProps {
  /** Anything that was thrown. */
  error: unknown
  /** Shows the text of the refused field, where no field shows its own. */
  field?: boolean
}

/** A refusal in the flow of the page, and where its remedy is explained. */
export function ProblemNotice({ error, field = false }: ProblemNoticeProps) {
  const problemText = useProblemText()
  const refusalText = useRefusalText()
  const problem: ApiProblem = problemOf(error)
  return (
    <Notice tone="error">
      <p>{field ? refusalText(problem) : problemText(problem)}</p>
      <ReadHow code={explained(problem)} />
    </Notice>
  )
}

/** The code of the refused field says more than that fields were refused. */
const explained = ({ code, fields }: ApiProblem) => (code === 'fields_invalid' ? (Object.values(fields)[0] ?? code) : code)
