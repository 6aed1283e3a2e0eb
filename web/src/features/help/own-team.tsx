import { useQuery } from '@tanstack/react-query'
import { esportQuery } from '@/features/account/esport'
import { myTeamQuery } from '@/features/teams/queries'
import { isReady, openQuery, playersQuery } from '@/features/teams/readiness'
import { toEnter } from '@/features/teams/to-enter'
import { useContent, useTexts } from '@/i18n'
import { StateCard } from './state-card'

/** The reader's team, and whether it is ready for the tournament that it could enter next. */
export function OwnTeam() {
  const t = useTexts('manual')
  const esport = useQuery(esportQuery).data
  if (!esport) return null
  if (!esport.teamId)
    return <StateCard title={t('own.noTeam')} text={t('own.noTeamText')} action={{ to: '/account/team', label: t('own.noTeamDo') }} />
  return <Team id={esport.teamId} level={esport.educationLevel} />
}

function Team({ id, level }: { id: number; level: string | null | undefined }) {
  const t = useTexts('manual')
  const content = useContent()
  const team = useQuery(myTeamQuery(id)).data
  const open = useQuery(openQuery).data
  const [card] = open && team ? toEnter(open.items, team.tournaments, level) : []
  const players = useQuery({ ...playersQuery(card), enabled: card !== undefined })
  if (!team || !open || (card && players.isPending)) return null
  const ready = players.data?.players.filter(isReady).length
  const action = { to: '/account/team', label: t('own.teamDo') }
  if (!card || ready === undefined) {
    return <StateCard mark={team.name} title={team.name} text={t('own.members', { count: team.memberCount })} action={action} />
  }
  const lacks = card.mainPlayers - ready
  return (
    <StateCard
      mark={team.name}
      title={lacks > 0 ? t('own.lacks', { count: lacks }) : t('own.ready')}
      text={content(card.name)}
      warn={lacks > 0}
      action={lacks > 0 ? action : { to: `/esport/tournament/${card.id}`, label: t('own.readyDo') }}
    />
  )
}
