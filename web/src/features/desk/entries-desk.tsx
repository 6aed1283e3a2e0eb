import type { Tournament, TournamentNeeds } from '@/api/generated'
import { useState } from 'react'
import { BulkDialog, useBulk } from './bulk'
import { Entrants } from './entrants'
import type { Group } from './filter'
import { Lane } from './lane'

export function EntriesDesk({
  tournament,
  items,
  needs,
  decides,
  lane,
}: {
  tournament: Tournament
  needs: TournamentNeeds | undefined
  items: Parameters<typeof Lane>[0]['items']
  decides: boolean
  lane: boolean
}) {
  const [group, setGroup] = useState<Group>(lane ? 'review' : 'all')
  const [open, setOpen] = useState<number>()
  const bulk = useBulk(tournament.id)
  // The list that the cards lead to stays below them, even once its last entry is decided; all entries have a section of their own.
  const [shows, setShows] = useState(!lane)
  if (!shows && items.some(({ status }) => status === 'register')) setShows(true)
  return (
    <>
      {lane && (
        <Lane
          tournament={tournament}
          items={items}
          needs={needs}
          decides={decides}
          bulk={bulk}
          onLook={(next, first) => {
            setShows(true)
            setGroup(next)
            setOpen(first)
          }}
        />
      )}
      {shows && (
        <Entrants
          tournament={tournament}
          items={items}
          decides={decides}
          group={group}
          onGroup={setGroup}
          open={open}
          onOpen={setOpen}
          bulk={bulk}
          titled={!lane}
        />
      )}
      <BulkDialog bulk={bulk} />
    </>
  )
}
