import { Ellipsis, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type Team, teamApproveLeave, type TeamMember } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { useLanguage, useTexts } from '@/i18n'
import { formatDate, formatDateTime } from '@/i18n/format'
import { Button } from '@/ui/button'
import { InviteDialog } from './invite-dialog'
import { Marks } from './marks'
import { MemberDialog } from './member-dialog'
import { PersonRow } from './person'
import { Refusal, useTeamAction } from './use-team-action'

interface MembersProps {
  team: Team
  /** The viewer. */
  userId: number
  online: readonly string[]
  /** Whether they may act for the team. */
  leads: boolean
  disabled: boolean
}

/** All members of the team, with the captain's tools beside each. */
export function Members({ team, userId, online, leads, disabled }: MembersProps) {
  const t = useTexts('teams')
  const [chosen, setChosen] = useState<number>()
  const [inviting, setInviting] = useState(false)
  const { act, doing, error } = useTeamAction()
  // Looked up again: a member who has left in the meantime has no menu any more.
  const member = team.members.find((known) => known.userId === chosen)
  return (
    <section aria-labelledby="members" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="members" className="text-xl">
          {t('members.heading')}{' '}
          <span className="num text-mute">
            {team.memberCount}/{team.memberLimit}
          </span>
        </h2>
        {leads && (
          <Button look="ghost" size="sm" disabled={disabled} onClick={() => setInviting(true)}>
            <Plus className="size-5" aria-hidden="true" />
            {t('members.invite')}
          </Button>
        )}
      </div>
      <Refusal error={error} />
      <ul>
        {team.members.map((member) => (
          <Member key={member.userId} member={member} own={member.userId === userId} online={online.includes(String(member.userId))}>
            {leads && member.leavesAt && member.userId !== userId && (
              <Button
                size="sm"
                disabled={disabled}
                busy={doing?.done === t('done.removed', { name: member.displayName })}
                aria-label={t('members.letGoOf', { name: member.displayName })}
                onClick={() => {
                  const body = { teamId: team.id, userId: member.userId }
                  act({ call: () => answerOf(teamApproveLeave({ body })), done: t('done.removed', { name: member.displayName }) })
                }}
              >
                {t('members.letGo')}
              </Button>
            )}
            {leads && member.userId !== userId && !member.captain && (
              <button
                type="button"
                disabled={disabled}
                aria-haspopup="dialog"
                aria-label={t('members.menu', { name: member.displayName })}
                className="grid size-11 flex-none place-items-center rounded-control text-mute hover:bg-raise hover:text-text disabled:text-control"
                onClick={() => setChosen(member.userId)}
              >
                <Ellipsis className="size-6" aria-hidden="true" />
              </button>
            )}
          </Member>
        ))}
      </ul>
      {member && <MemberDialog key={member.userId} team={team} member={member} onEnd={() => setChosen(undefined)} />}
      {inviting && <InviteDialog team={team} onEnd={() => setInviting(false)} />}
    </section>
  )
}

function Member({ member, own, online, children }: { member: TeamMember; own: boolean; online: boolean; children: ReactNode }) {
  const t = useTexts('teams')
  const language = useLanguage()
  const { leavesAt } = member
  return (
    <PersonRow
      person={member}
      online={online}
      marks={<Marks member={member} />}
      note={
        <>
          {own && `${t('you')} · `}
          {leavesAt
            ? t('members.leaves', { at: formatDateTime(leavesAt, language) })
            : t('members.joined', { at: formatDate(member.joinedAt, language) })}
        </>
      }
    >
      {children}
    </PersonRow>
  )
}
