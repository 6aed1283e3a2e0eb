import { Link } from '@tanstack/react-router'
import type { BracketStage } from '@/api/generated'
import { useEntrantTexts } from '@/i18n/entrants'
import { buttonClass } from '@/ui/button'

export function useStageName(): (stage: Pick<BracketStage, 'stage' | 'name'>) => string {
  const t = useEntrantTexts('competition')
  return ({ stage, name }) => name || t('stage.stage', { stage })
}

/** Links to the public page of a stage, where results are entered. */
export function StageLink({ id, stage, label }: { id: number; stage: number; label: string }) {
  return (
    <Link to="/esport/tournament/$id/bracket" params={{ id: String(id) }} search={{ stage }} className={buttonClass('plain', 'sm')}>
      {label}
    </Link>
  )
}
