import { SearchPage as GameSearch } from '@/features/games/search'
import { EsportsFound } from '@/features/teams/esports-found'

/** The search of the whole site: games first, then what esports has of that name. */
export function SearchPage() {
  return <GameSearch Also={EsportsFound} />
}
