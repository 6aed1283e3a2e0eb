import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  consoleAskReset,
  consoleDecideReset,
  consoleEndConsoleSessions,
  consoleListStaff,
  consoleSetRoles,
  type StaffList,
  type StaffPerson,
  type StaffRole,
} from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useLanguage, useTexts } from '@/i18n'
import { formatDateTime } from '@/i18n/format'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { EmptyState, Notice } from '@/ui/feedback'
import { TextField } from '@/ui/field'
import { QueryError, useProblemText } from '@/ui/query-error'
import { Tag } from '@/ui/tag'
import { toast } from '@/ui/toast'

const KEY = ['console', 'staff'] as const
const ROLES: readonly StaffRole[] = ['support', 'content', 'catalogue', 'finance', 'esports', 'admin']

/** Who may do what: admins give and withdraw roles, end sessions, and reset lost factors two by two. */
export function StaffPage() {
  const t = useTexts('console')
  const staff = useQuery({ queryKey: KEY, queryFn: () => answerOf(consoleListStaff()) })
  const [chosen, setChosen] = useState<StaffPerson | 'new'>()
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-xl">{t('staff.heading')}</h1>
        <Button size="sm" look="primary" onClick={() => setChosen('new')}>
          {t('staff.invite')}
        </Button>
      </div>
      <p className="text-mute">{t('staff.intro')}</p>
      {staff.error && <QueryError problem={problemOf(staff.error)} onRetry={() => void staff.refetch()} />}
      {staff.isPending && <div className="skeleton h-60" />}
      {staff.data?.items.length === 0 && <EmptyState>{t('staff.empty')}</EmptyState>}
      {staff.data && (
        <ul className="divide-y divide-line rounded-panel border border-line bg-panel">
          {staff.data.items.map((person) => (
            <Row key={person.identifier} person={person} onChange={() => setChosen(person)} />
          ))}
        </ul>
      )}
      {chosen && <Roles person={chosen === 'new' ? undefined : chosen} onEnd={() => setChosen(undefined)} />}
    </div>
  )
}

function Row({ person, onChange }: { person: StaffPerson; onChange: () => void }) {
  const t = useTexts('console')
  const language = useLanguage()
  const [asks, setAsks] = useState<'end' | 'reset' | 'approve' | 'refuse'>()
  const { identifier, name, roles, isIn, lastSeenAt, hasFactor, userId, reset } = person
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 p-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2">
          <span>{name ?? t('staff.notYet')}</span>
          {isIn && <Tag tone="lime">{t('staff.inNow')}</Tag>}
          {userId && !hasFactor && <Tag tone="amber">{t('staff.noFactor')}</Tag>}
        </p>
        <p className="text-mute break-all" lang="en">
          {identifier}
        </p>
        <p className="text-xs text-mute">
          {lastSeenAt ? t('staff.lastSeen', { time: formatDateTime(lastSeenAt, language) }) : t('staff.neverSeen')}
        </p>
        {reset && (
          <p className="text-amber">
            {t('staff.resetAsked', { name: reset.askedBy, reason: reset.reason })} {reset.mine && t('staff.resetWaits')}
          </p>
        )}
      </div>
      <p className="flex flex-wrap gap-1.5">
        {roles.map((role) => (
          <Tag key={role}>{t(`roles.${role}`)}</Tag>
        ))}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={onChange}>
          {t('staff.change')}
        </Button>
        {isIn && (
          <Button size="sm" look="ghost" onClick={() => setAsks('end')}>
            {t('staff.endSessions')}
          </Button>
        )}
        {userId && hasFactor && !reset && (
          <Button size="sm" look="ghost" onClick={() => setAsks('reset')}>
            {t('staff.reset')}
          </Button>
        )}
        {reset && !reset.mine && (
          <>
            <Button size="sm" look="danger" onClick={() => setAsks('approve')}>
              {t('staff.approve')}
            </Button>
            <Button size="sm" look="ghost" onClick={() => setAsks('refuse')}>
              {t('staff.refuse')}
            </Button>
          </>
        )}
      </div>
      {asks && <Act person={person} act={asks} onEnd={() => setAsks(undefined)} />}
    </li>
  )
}

/** Takes over the list that an act has answered. */
function useTakeStaff() {
  const t = useTexts('console')
  const queries = useQueryClient()
  return (list: StaffList) => {
    queries.setQueryData(KEY, list)
    void toast(t('staff.saved'), { tone: 'success' })
  }
}

interface ActProps {
  person: StaffPerson
  act: 'end' | 'reset' | 'approve' | 'refuse'
  onEnd: () => void
}

function Act({ person, act, onEnd }: ActProps) {
  const t = useTexts('console')
  const problemText = useProblemText()
  const take = useTakeStaff()
  const [reason, setReason] = useState('')
  const name = person.name ?? person.identifier
  const userId = person.userId ?? 0
  const acting = useMutation({
    mutationFn: () => {
      if (act === 'end') return answerOf(consoleEndConsoleSessions({ body: { userId } }))
      if (act === 'reset') return answerOf(consoleAskReset({ body: { userId, reason: reason.trim() } }))
      return answerOf(consoleDecideReset({ body: { id: person.reset?.id ?? 0, approve: act === 'approve' } }))
    },
    onSuccess: (list) => {
      take(list)
      onEnd()
    },
  })
  const words = {
    end: [t('staff.endTitle', { name }), t('staff.endText'), t('staff.endSessions')],
    reset: [t('staff.resetTitle', { name }), t('staff.resetText'), t('staff.reset')],
    approve: [t('staff.approve'), t('staff.approveText', { name }), t('staff.approve')],
    refuse: [t('staff.refuse'), t('staff.refuseText', { name }), t('staff.refuse')],
  } as const
  const [title, text, action] = words[act]
  return (
    <Dialog
      open
      onClose={onEnd}
      title={title}
      actions={
        <Button
          look={act === 'approve' || act === 'end' ? 'danger' : 'primary'}
          busy={acting.isPending}
          disabled={act === 'reset' && !reason.trim()}
          onClick={() => acting.mutate()}
        >
          {action}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-mute">{text}</p>
        {act === 'reset' && (
          <TextField label={t('staff.reason')} value={reason} maxLength={300} required onChange={(event) => setReason(event.target.value)} />
        )}
        {acting.error && <Notice tone="error">{problemText(problemOf(acting.error))}</Notice>}
      </div>
    </Dialog>
  )
}

function Roles({ person, onEnd }: { person: StaffPerson | undefined; onEnd: () => void }) {
  const t = useTexts('console')
  const problemText = useProblemText()
  const take = useTakeStaff()
  const before = person?.roles ?? []
  const [identifier, setIdentifier] = useState(person?.identifier ?? '')
  const [roles, setRoles] = useState<readonly StaffRole[]>(before)
  const [reason, setReason] = useState('')
  const saving = useMutation({
    mutationFn: () => answerOf(consoleSetRoles({ body: { identifier: identifier.trim(), shown: [...before], roles: [...roles], reason: reason.trim() } })),
    onSuccess: (list) => {
      take(list)
      onEnd()
    },
  })
  const names = (of: readonly StaffRole[]) => of.map((role) => t(`roles.${role}`)).join(', ')
  const gives = roles.filter((role) => !before.includes(role))
  const takes = before.filter((role) => !roles.includes(role))
  const changed = gives.length + takes.length > 0
  return (
    <Dialog
      open
      onClose={onEnd}
      title={person ? t('staff.rolesOf', { name: person.name ?? person.identifier }) : t('staff.invite')}
      actions={
        <Button
          look="primary"
          busy={saving.isPending}
          disabled={!changed || !reason.trim() || !identifier.trim()}
          onClick={() => saving.mutate()}
        >
          {t('staff.save')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {!person && (
          <TextField
            label={t('staff.identifier')}
            hint={t('staff.identifierHint')}
            value={identifier}
            maxLength={254}
            required
            onChange={(event) => setIdentifier(event.target.value)}
          />
        )}
        <fieldset className="grid grid-cols-2 gap-2">
          <legend className="num mb-1.5">{person ? t('staff.change') : t('staff.save')}</legend>
          {ROLES.map((role) => (
            <label key={role} className="flex min-h-11 items-center gap-2">
              <input
                type="checkbox"
                className="size-5 accent-lime"
                checked={roles.includes(role)}
                onChange={({ target }) => setRoles(target.checked ? [...roles, role] : roles.filter((held) => held !== role))}
              />
              {t(`roles.${role}`)}
            </label>
          ))}
        </fieldset>
        <p className="text-mute" aria-live="polite">
          {!changed && t('staff.unchanged')}
          {gives.length > 0 && t('staff.gives', { roles: names(gives) })} {takes.length > 0 && t('staff.takes', { roles: names(takes) })}
        </p>
        <TextField label={t('staff.reason')} value={reason} maxLength={300} required onChange={(event) => setReason(event.target.value)} />
        {saving.error && <Notice tone="error">{problemText(problemOf(saving.error))}</Notice>}
      </div>
    </Dialog>
  )
}
