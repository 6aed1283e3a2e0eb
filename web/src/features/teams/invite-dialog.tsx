import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { registrationInvite, type Team, type TeamCandidate } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { Avatar } from '@/ui/avatar'
import { Button } from '@/ui/button'
import { cx } from '@/ui/cx'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/feedback'
import { TextField } from '@/ui/field'
import { hueOf } from '@/ui/team-logo'
import { peopleQuery } from './queries'
import { Refusal, useTeamAction } from './use-team-action'
import { usePause } from './use-pause'

/** Searches for friends by name, with suggestions while typing, and invites them one by one. */
export function InviteDialog({ team, onEnd }: { team: Team; onEnd: () => void }) {
  const t = useTexts('teams')
  const common = useTexts('common')
  const [typed, setTyped] = useState('')
  const query = usePause(useDeferredValue(typed.trim()))
  const found = useQuery({ ...peopleQuery(query, team.id), placeholderData: keepPreviousData })
  const { act, doing, error } = useTeamAction()
  const people = [...query].length >= 3 ? found.data?.items : undefined
  const full = team.memberCount >= team.memberLimit
  return (
    <Dialog open width={600} onClose={onEnd} title={t('invite.title')} actions={<Button onClick={onEnd}>{common('action.close')}</Button>}>
      <div className="flex min-h-72 flex-col gap-4">
        {full && <Notice tone="warn">{t('invite.full')}</Notice>}
        <TextField
          type="search"
          label={t('invite.label')}
          hint={t('invite.hint')}
          value={typed}
          maxLength={50}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
        <Refusal error={error ?? found.error} />
        <p role="status" className="sr-only">
          {people && t('invite.found', { count: people.length })}
        </p>
        {people?.length === 0 && !found.isFetching && <p className="text-mute">{t('invite.none', { query })}</p>}
        {people && people.length > 0 && (
          <ul className={cx('flex flex-col', found.isPlaceholderData && 'opacity-60')}>
            {people.map((person) => (
              <Candidate
                key={person.userId}
                person={person}
                disabled={full}
                busy={doing?.done === t('done.invited', { name: person.displayName })}
                onInvite={() =>
                  act({
                    call: () => answerOf(registrationInvite({ body: { teamId: team.id, userIds: [person.userId] } })),
                    done: t('done.invited', { name: person.displayName }),
                  })
                }
              />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

interface CandidateProps {
  person: TeamCandidate
  disabled: boolean
  busy: boolean
  onInvite: () => void
}

function Candidate({ person, disabled, busy, onInvite }: CandidateProps) {
  const t = useTexts('teams')
  const { displayName: name, picture, inTeam, invited, requested } = person
  const why = inTeam ? 'inTeam' : invited ? 'invited' : requested ? 'requested' : undefined
  return (
    <li className="flex min-h-14 items-center gap-3 border-b border-line py-1.5 last:border-b-0">
      <Avatar name={name} picture={picture} hue={hueOf(name)} />
      <span className="min-w-0 flex-1">{name}</span>
      {why ? (
        <span className="text-sm text-mute">{t(`invite.${why}`)}</span>
      ) : (
        <Button size="sm" aria-label={t('invite.goOf', { name })} disabled={disabled} busy={busy} onClick={onInvite}>
          {t('invite.go')}
        </Button>
      )}
    </li>
  )
}
