import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { type TeamSummary, teamJoinTeam } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { Button, buttonClass } from '@/ui/button'
import { cx } from '@/ui/cx'
import { TextField } from '@/ui/field'
import { TeamLogo } from '@/ui/team-logo'
import { teamListQuery } from './public-queries'
import { Refusal, useTeamAction } from './use-team-action'
import { usePause } from './use-pause'

const SHOWN = 6

/** Searches for a team while the user types, and offers to join it in place. */
export function FindTeam({ asked, disabled }: { asked: ReadonlySet<number>; disabled: boolean }) {
  const t = useTexts('teams')
  const [typed, setTyped] = useState('')
  const query = usePause(useDeferredValue(typed.trim()))
  const {
    data,
    error: failed,
    isFetching,
  } = useQuery({ ...teamListQuery(query, 1), enabled: query !== '', placeholderData: keepPreviousData })
  const { act, doing, error } = useTeamAction()
  const found = query === '' ? undefined : data?.items.slice(0, SHOWN)
  return (
    <div className="flex flex-col gap-3">
      <TextField
        type="search"
        label={t('list.search')}
        placeholder={t('list.placeholder')}
        value={typed}
        maxLength={80}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
      <Refusal error={error ?? failed} />
      {found?.length === 0 && !isFetching && <p className="text-mute">{t('list.none', { query })}</p>}
      {found && (
        <ul>
          {found.map((team) => (
            <li key={team.id} className="flex min-h-16 items-center gap-3 border-b border-line py-2 last:border-b-0">
              <TeamName team={team} />
              <Button
                size="sm"
                aria-label={`${t(asked.has(team.id) ? 'invite.requested' : 'team.join')} ${team.name}`}
                disabled={disabled || asked.has(team.id)}
                busy={doing?.done === t('done.requested') && !asked.has(team.id)}
                onClick={() => act({ call: () => answerOf(teamJoinTeam({ path: { teamId: team.id } })), done: t('done.requested') })}
              >
                {t(asked.has(team.id) ? 'invite.requested' : 'team.join')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Link to="/esport/teams" search={query ? { q: query } : {}} className={buttonClass('ghost', 'sm')}>
          {t('none.all')}
        </Link>
      </div>
    </div>
  )
}

/** A team in a list; its name leads to its page, and so does the `whole` card around it. */
export function TeamName({ team, whole = false }: { team: TeamSummary; whole?: boolean }) {
  const t = useTexts('teams')
  return (
    <>
      <TeamLogo {...team} />
      <div className="min-w-0 flex-1">
        <Link
          to="/esport/team/$id"
          params={{ id: String(team.id) }}
          className={cx(
            'inline-flex min-h-6 items-center font-semibold hover:text-lime',
            whole && 'after:absolute after:inset-0 after:rounded-panel',
          )}
        >
          {team.name}
        </Link>
        <p className="text-sm text-mute">
          {team.shortName} · {t('size', { count: team.members })}
        </p>
      </div>
    </>
  )
}
