import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Bracket, Tournament } from '@/api/generated'
import { useContent, useTexts } from '@/i18n'

/** Content printed by itself, under the names of the tournament and its stage, on as many sheets as needed. */
export function Printable({ tournament, bracket, children }: { tournament: Tournament; bracket: Bracket; children: ReactNode }) {
  const t = useTexts('boards')
  const content = useContent()
  const stage = bracket.stages.length > 1 && bracket.stages.find((each) => each.stage === bracket.stage)?.name
  return (
    <div data-print="flow">
      <p className="num mb-4 hidden text-xl print:block">{[content(tournament.name), stage].filter(Boolean).join(' · ')}</p>
      {children}
      <button
        type="button"
        onClick={() => window.print()}
        className="mt-4 flex min-h-11 items-center gap-2 text-sm text-mute hover:text-text max-sm:hidden print:hidden"
      >
        <Printer className="size-4" aria-hidden="true" />
        {t('print')}
      </button>
    </div>
  )
}
