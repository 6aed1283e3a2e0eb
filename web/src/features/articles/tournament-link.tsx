import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useContent, useTexts } from '@/i18n'
import { PhaseTime } from '@/features/tournaments/phase-tag'
import { tournamentQuery } from '@/features/tournaments/loaded'
import { formatBaht } from '@/ui/baht'
import { Cover } from '@/ui/cover'
import { WholeWords } from '@/ui/whole-words'

/** A tournament inside a text, in its present state; nothing if it is gone. */
export default function TournamentLink({ id }: { id: number }) {
  const t = useTexts('articles')
  const content = useContent()
  const { data, error } = useQuery(tournamentQuery(id))
  if (error && !data) return null
  if (!data) return <div className="skeleton h-[86px]" />
  const { game } = data
  return (
    <div className="relative flex items-center gap-4 rounded-panel border border-line bg-panel p-3.5 hover:border-control sm:p-4">
      <Cover hue={game.hue} motif={game.motif} glyph={game.glyph ?? undefined} className="size-14 flex-none rounded-[10px]" />
      <div className="flex min-w-0 flex-1 flex-col items-start gap-1">
        <Link
          to="/esport/tournament/$id"
          params={{ id: String(id) }}
          className="line-clamp-2 leading-snug font-semibold after:absolute after:inset-0 hover:text-lime"
        >
          <WholeWords>{content(data.name)}</WholeWords>
        </Link>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-mute">
          <PhaseTime tournament={data} />
          {data.prizeBaht ? t('tournament.prize', { amount: formatBaht(data.prizeBaht * 100) }) : t('tournament.label')}
        </p>
      </div>
    </div>
  )
}
