import { useParams } from '@tanstack/react-router'
import type { Tournament } from '@/api/generated'
import { Entrants } from '@/features/tournaments/entrants'
import { TABS, type Tab } from '@/features/tournaments/kinds'
import { Overview } from '@/features/tournaments/overview'
import { Rules, ToCome } from '@/features/tournaments/to-come'
import { texts } from '@/i18n'
import { part } from '@/ui/load'
import { Gone, TournamentFrame } from '../frames/tournament'

// Only a drawn tournament has winners.
const Podium = part(async () => {
  const [{ Podium }] = await Promise.all([import('@/features/brackets/view/podium'), texts('boards')()])
  return { default: Podium }
})

export function TournamentPage() {
  const { id } = useParams({ from: '/esport/tournament/$id' })
  return <Page key={id} id={Number(id)} tab="overview" />
}

export function TournamentTabPage() {
  const { id, tab } = useParams({ from: '/esport/tournament/$id/$tab' })
  const known = TABS.find((name) => name === tab)
  return known ? <Page key={id} id={Number(id)} tab={known} /> : <Gone />
}

function Page({ id, tab }: { id: number; tab: Exclude<Tab, 'bracket'> }) {
  return (
    <TournamentFrame id={id} tab={tab}>
      {(tournament) => <Part tournament={tournament} tab={tab} />}
    </TournamentFrame>
  )
}

function Part({ tournament, tab }: { tournament: Tournament; tab: Exclude<Tab, 'bracket'> }) {
  if (tab === 'overview') return <Overview tournament={tournament} podium={<Podium tournament={tournament} />} />
  if (tab === 'entrants') return <Entrants tournament={tournament} />
  if (tab === 'rules') return <Rules tournament={tournament} />
  return <ToCome tournament={tournament} tab={tab} />
}
