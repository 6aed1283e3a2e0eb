import { Suggest, type SuggestProps } from '@/features/games/suggest'
import { useSuggested } from '@/features/teams/use-suggested'

/** The list of the header's search: games, tournaments and teams. */
export default function SiteSuggest(props: Omit<SuggestProps, 'others'>) {
  return <Suggest {...props} others={useSuggested(props.typed)} />
}
