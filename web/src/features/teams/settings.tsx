import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Team, teamDisbandTeam, teamLeaveTeam, teamStayInTeam } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { useLanguage, useTexts } from '@/i18n'
import { formatDateTime } from '@/i18n/format'
import { Button, buttonClass } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/feedback'
import { isRunning, Named } from './entries'
import { TeamForm } from './team-form'
import { Refusal, useTeamAction } from './use-team-action'

/** The user has asked to leave: the date, and a way to stay. */
export function Leaving({ team, leavesAt, disabled }: { team: Team; leavesAt: string; disabled: boolean }) {
  const t = useTexts('teams')
  const language = useLanguage()
  const { act, busy, error } = useTeamAction()
  return (
    <>
      <Notice
        tone="warn"
        action={
          <Button
            size="sm"
            disabled={disabled}
            busy={busy}
            onClick={() => act({ call: () => answerOf(teamStayInTeam({ body: { teamId: team.id } })), done: t('done.stayed') })}
          >
            {t('leave.stay')}
          </Button>
        }
      >
        {t('leave.waiting', { at: formatDateTime(leavesAt, language) })}
      </Notice>
      <Refusal error={error} />
    </>
  )
}

/** Ways in which the user left their team; texts of `teams`. */
export type Ended = 'youLeft' | 'youDisbanded'

interface SettingsProps {
  team: Team
  leads: boolean
  disabled: boolean
  /** Called before the page learns that the team is gone. */
  onEnded: (how: Ended) => void
}

/** Actions on the team as a whole, or on the user's own membership. */
export function Settings({ team, leads, disabled, onEnded }: SettingsProps) {
  const t = useTexts('teams')
  const [open, setOpen] = useState<'edit' | 'leave' | 'disband'>()
  const close = () => setOpen(undefined)
  return (
    <section aria-labelledby="this-team" className="flex flex-col gap-3">
      <h2 id="this-team" className="text-xl">
        {t('settings.heading')}
      </h2>
      <div className="flex flex-wrap gap-3">
        <Link to="/esport/team/$id" params={{ id: String(team.id) }} className={buttonClass('plain', 'sm')}>
          {t('publicPage')}
        </Link>
        {leads && (
          <Button size="sm" disabled={disabled} onClick={() => setOpen('edit')}>
            {t('settings.edit')}
          </Button>
        )}
        {!team.me?.leavesAt && (
          <Button size="sm" disabled={disabled} onClick={() => setOpen('leave')}>
            {t('settings.leave')}
          </Button>
        )}
        {leads && (
          <Button look="danger" size="sm" disabled={disabled} onClick={() => setOpen('disband')}>
            {t('settings.disband')}
          </Button>
        )}
      </div>
      {open === 'edit' && <TeamForm team={team} onEnd={close} />}
      {open === 'leave' && <Leave team={team} onEnd={close} onLeft={() => onEnded('youLeft')} onDisband={() => setOpen('disband')} />}
      {open === 'disband' && <Disband team={team} onEnd={close} onDisbanded={() => onEnded('youDisbanded')} />}
    </section>
  )
}

/** Leaves at once or asks to; or says why a captain cannot. */
function Leave({ team, onEnd, onLeft, onDisband }: { team: Team; onEnd: () => void; onLeft: () => void; onDisband: () => void }) {
  const t = useTexts('teams')
  const common = useTexts('common')
  const { act, busy, error } = useTeamAction(onEnd)
  const running = team.tournaments.filter(isRunning)
  const captain = team.me?.role === 'captain'
  const later = running.length > 0
  const leave = {
    call: async () => {
      await answerOf(teamLeaveTeam({ path: { teamId: team.id } }))
      if (!later) onLeft()
    },
    done: t(later ? 'done.asked' : 'done.left'),
  }
  return (
    <Dialog
      open
      onClose={onEnd}
      title={t('leave.title', { name: team.name })}
      actions={
        <>
          <Button onClick={onEnd}>{common(captain ? 'action.close' : 'action.cancel')}</Button>
          {captain ? (
            <Button look="danger" onClick={onDisband}>
              {t('settings.disband')}
            </Button>
          ) : (
            <Button look="danger" busy={busy} onClick={() => act(leave)}>
              {t(later ? 'leave.ask' : 'leave.go')}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4 text-mute">
        <p>{t(captain ? (team.members.length > 1 ? 'leave.captain' : 'leave.last') : later ? 'leave.later' : 'leave.now')}</p>
        {!captain && later && (
          <div className="flex flex-col gap-2">
            <p>{t('leave.tournaments')}</p>
            <Named entries={running} />
          </div>
        )}
        <Refusal error={error} />
      </div>
    </Dialog>
  )
}

function Disband({ team, onEnd, onDisbanded }: { team: Team; onEnd: () => void; onDisbanded: () => void }) {
  const t = useTexts('teams')
  const common = useTexts('common')
  const { act, busy, error } = useTeamAction(onEnd)
  const running = team.tournaments.filter(isRunning)
  const disband = {
    call: async () => {
      await answerOf(teamDisbandTeam({ body: { teamId: team.id } }))
      onDisbanded()
    },
    done: t('done.disbanded'),
  }
  return (
    <Dialog
      open
      onClose={onEnd}
      title={t('disband.title', { name: team.name })}
      actions={
        <>
          <Button onClick={onEnd}>{common('action.cancel')}</Button>
          <Button look="danger" disabled={running.length > 0} busy={busy} onClick={() => act(disband)}>
            {t('disband.go', { name: team.name })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 text-mute">
        {running.length > 0 ? (
          <>
            <p className="text-amber">{t('disband.running')}</p>
            <Named entries={running} />
          </>
        ) : (
          <p>{t('disband.happens', { count: team.members.length })}</p>
        )}
        <Refusal error={error} />
      </div>
    </Dialog>
  )
}
