import type { ApiProblem } from '@/api/problem'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/feedback'
import { useProblemText } from '@/ui/query-error'

/** Says why a draw was refused; a draw that someone else changed in the meantime can be loaded. */
export function Refused({ problem, onReload }: { problem: ApiProblem; onReload: () => void }) {
  const t = useTexts('draw')
  const problemText = useProblemText()
  const changed = problem.code === 'bracket_changed'
  return (
    <Notice
      tone={changed ? 'warn' : 'error'}
      action={
        changed && (
          <Button size="sm" onClick={onReload}>
            {t('reload')}
          </Button>
        )
      }
    >
      {problemText(problem)}
    </Notice>
  )
}
