import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { TournamentBrief } from '@/api/generated'
import { useContent, useTexts } from '@/i18n'
import { formatBaht } from '@/ui/baht'
import { Cover } from '@/ui/cover'
import { WholeWords } from '@/ui/whole-words'
import { useLiveCard } from '../live'

interface ItemProps {
  tournament: TournamentBrief
  /** The name is the link; without it, the children hold one. */
  linked?: boolean
  /** Behind the game's name. */
  facts?: string | undefined
  children: ReactNode
}

/** A tournament as a small panel: game, name, prize, and what is below them. It keeps itself current. */
export function Item({ tournament, linked = false, facts, children }: ItemProps) {
  const t = useTexts('doorway')
  const content = useContent()
  useLiveCard(tournament)
  const { id, game, prizeBaht } = tournament
  const name = <WholeWords>{content(tournament.name)}</WholeWords>
  return (
    <li className="relative flex snap-start scroll-ml-4 flex-col gap-2.5 rounded-panel border border-line bg-panel p-3.5 hover:border-control md:flex-row md:gap-4">
      <div className="flex min-w-0 gap-3 md:flex-1">
        <Cover hue={game.hue} motif={game.motif} glyph={game.glyph ?? undefined} className="size-14 flex-none rounded-[10px]" />
        <div className="min-w-0 flex-1">
          <p className="text-xs text-mute">
            <span lang="en">{content(game.name)}</span>
            {facts && ` · ${facts}`}
          </p>
          {linked ? (
            <Link
              to="/esport/tournament/$id"
              params={{ id: String(id) }}
              className="num line-clamp-2 text-base leading-6 after:absolute after:inset-0 hover:text-lime"
            >
              {name}
            </Link>
          ) : (
            <p className="num line-clamp-2 text-base leading-6">{name}</p>
          )}
          <p className="text-sm text-mute">{prizeBaht ? t('prize', { amount: formatBaht(prizeBaht * 100) }) : t('noPrize')}</p>
        </div>
      </div>
      <div className="mt-auto border-t border-line pt-2.5 md:mt-0 md:max-w-1/2 md:min-w-[45%] md:flex-none md:self-center md:border-t-0 md:border-l md:pt-0 md:pl-4">
        {children}
      </div>
    </li>
  )
}
