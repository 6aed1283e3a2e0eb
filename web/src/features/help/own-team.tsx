import { useQuery } from '@tanstack/react-query'
import { esportQuery } from '@/features/account/esport'
import { myTeamQuery } from '@/features/teams/queries'
import { isReady, openQuery, playersQuery } from '@/features/teams/readiness'
import { toEnter } from '@/features/teams/to-enter'
import { useContent, useTexts } from '@/i18n'
import { StateCard, StateElsewhere } from './state-card'

/** The reader's team, and whether it is ready for the tournament that it could enter next. */
export function OwnTeam() {
  const t = useTexts('manual')
  const { data: esport, isError } = useQuery(esportQuery)
  if (isError && !esport) return <StateElsewhere to="/account/team" />
  if (!esport) return null
  if (!esport.teamId)
    return <StateCard title={t('own.noTeam')} text={t('own.noTeamText')} action={{ to: '/account/team', label: t('own.noTeamDo') }} />
  return <Team id={esport.teamId} level={esport.educationLevel} />
}

function Team({ id, level }: { id: number; level: string | null | undefined }) {
  const t = useTexts('manual')
  const content = useContent()
  const { data: team, isError } = useQuery(myTeamQuery(id))
  const { data: open, isError: isOpenUnknown } = useQuery(openQuery)
  const [card] = open && team ? toEnter(open.items, team.tournaments, level) : []
  const players = useQuery({ ...playersQuery(card), enabled: card !== undefined })
  if ((isError && !team) || (isOpenUnknown && !open)) return <StateElsewhere to="/account/team" />
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
