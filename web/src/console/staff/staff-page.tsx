import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StaffPerson } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { useLanguage, useTexts } from '@/i18n'
import { formatDateTime } from '@/i18n/format'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/feedback'
import { QueryError } from '@/ui/query-error'
import { Tag } from '@/ui/tag'
import { type Act, ActDialog } from './act-dialog'
import { RolesDialog } from './roles-dialog'
import { staffQuery } from './use-staff'

/** Admins give and withdraw roles, end sessions, and reset lost factors two by two. */
export function StaffPage() {
  const t = useTexts('console')
  const { data, error, refetch } = useQuery(staffQuery)
  const [roles, setRoles] = useState<string>()
  const [act, setAct] = useState<{ person: StaffPerson; act: Act }>()
  const list = () => {
    if (error && !data) return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
    if (!data) return <div className="skeleton h-60" />
    if (data.items.length === 0) return <EmptyState>{t('staff.empty')}</EmptyState>
    return (
      <ul className="divide-y divide-line rounded-panel border border-line bg-panel">
        {data.items.map((person) => (
          <Row
            key={person.identifier}
            person={person}
            onRoles={() => setRoles(person.identifier)}
            onAct={(act) => setAct({ person, act })}
          />
        ))}
      </ul>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-xl">{t('staff.heading')}</h1>
        <Button size="sm" look="primary" onClick={() => setRoles('')}>
          {t('staff.invite')}
        </Button>
      </div>
      <p className="max-w-3xl text-mute">{t('staff.intro')}</p>
      {list()}
      {roles !== undefined && (
        <RolesDialog
          key={roles}
          person={data?.items.find(({ identifier }) => identifier === roles)}
          identifier={roles}
          onEnd={() => setRoles(undefined)}
        />
      )}
      {act && <ActDialog {...act} onEnd={() => setAct(undefined)} />}
    </div>
  )
}

interface RowProps {
  person: StaffPerson
  onRoles: () => void
  onAct: (act: Act) => void
}

function Row({ person, onRoles, onAct }: RowProps) {
  const t = useTexts('console')
  const language = useLanguage()
  const me = useSession(({ me }) => me?.id)
  const { identifier, roles, isIn, lastSeenAt, hasFactor, userId, reset } = person
  const isMe = userId === me
  const name = person.name ?? t('staff.notYet')
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 p-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2">
          <bdi>{name}</bdi>
          {isMe && <Tag>{t('staff.you')}</Tag>}
          {isIn && <Tag tone="lime">{t('staff.inNow')}</Tag>}
          {userId && !hasFactor && <Tag tone="amber">{t('staff.noFactor')}</Tag>}
        </p>
        <p className="break-all text-mute" lang="en">
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
      <ul className="flex flex-wrap gap-1.5">
        {roles.map((role) => (
          <li key={role}>
            <Tag>{t(`roles.${role}`)}</Tag>
          </li>
        ))}
      </ul>
      {/* Nobody decides about themselves. */}
      {!isMe && <Acts person={person} onRoles={onRoles} onAct={onAct} />}
    </li>
  )
}

function Acts({ person: { identifier, name, isIn, hasFactor, userId, reset }, onRoles, onAct }: RowProps) {
  const t = useTexts('console')
  const who = name ?? identifier
  const act = (act: Act, label: string, look: 'ghost' | 'danger' = 'ghost') => (
    <Button size="sm" look={look} aria-label={`${label} ${who}`} onClick={() => onAct(act)}>
      {label}
    </Button>
  )
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" aria-label={`${t('staff.change')} ${who}`} onClick={onRoles}>
        {t('staff.change')}
      </Button>
      {isIn && act('end', t('staff.endSessions'))}
      {userId && hasFactor && !reset && act('reset', t('staff.reset'))}
      {reset && !reset.mine && act('approve', t('staff.approve'), 'danger')}
      {reset && !reset.mine && act('refuse', t('staff.refuse'))}
    </div>
  )
}
