import { type LucideIcon, Star, UserMinus } from 'lucide-react'
import { useState } from 'react'
import { type Team, teamKickOut, type TeamMember, teamPromoteMember } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { isRunning, Named } from './entries'
import { Refusal, useTeamAction } from './use-team-action'

type MemberAction = 'promote' | 'remove'

const DEEDS: ReadonlyArray<[MemberAction, LucideIcon]> = [
  ['promote', Star],
  ['remove', UserMinus],
]

/** A captain's actions on a member: chosen first, then confirmed with everything that will happen. */
export function MemberDialog({ team, member, onEnd }: { team: Team; member: TeamMember; onEnd: () => void }) {
  const t = useTexts('teams')
  const common = useTexts('common')
  const [action, setDeed] = useState<MemberAction>()
  const { act, busy, error } = useTeamAction(onEnd)
  const { userId, displayName: name } = member
  const running = team.tournaments.filter(isRunning)
  if (!action) {
    return (
      <Dialog open onClose={onEnd} title={name} actions={<Button onClick={onEnd}>{common('action.close')}</Button>}>
        <ul className="flex flex-col gap-2">
          {DEEDS.map(([known, Icon]) => (
            <li key={known}>
              <button
                type="button"
                className="flex min-h-14 w-full items-center gap-3.5 rounded-control px-3 py-2 text-left hover:bg-raise focus-visible:-outline-offset-2"
                onClick={() => setDeed(known)}
              >
                <Icon className="size-5 flex-none text-mute" aria-hidden="true" />
                <span>
                  <span className="block">{t(`${known}.action`)}</span>
                  <span className="block text-sm text-mute">{t(`${known}.text`)}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      </Dialog>
    )
  }
  const calls = {
    promote: { call: () => answerOf(teamPromoteMember({ body: { teamId: team.id, userId } })), done: t('done.promoted', { name }) },
    remove: { call: () => answerOf(teamKickOut({ path: { teamId: team.id, userId } })), done: t('done.removed', { name }) },
  }
  return (
    <Dialog
      open
      onClose={onEnd}
      title={t(`${action}.title`, { name })}
      actions={
        <>
          <Button onClick={onEnd}>{common('action.cancel')}</Button>
          <Button look={action === 'remove' ? 'danger' : 'primary'} busy={busy} onClick={() => act(calls[action])}>
            {t(`${action}.action`)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 text-mute">
        <p>{t(`${action}.happens`, { name })}</p>
        {running.length > 0 && (
          <div className="flex flex-col gap-2">
            <p>{t(`${action}.tournaments`, { name })}</p>
            <Named entries={running} />
          </div>
        )}
        <Refusal error={error} />
      </div>
    </Dialog>
  )
}
