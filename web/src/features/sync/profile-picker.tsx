import { useState } from 'react'
import type { AccountCheck } from '@/api/generated'
import { Avatar } from '@/ui/avatar'
import { useLanguage, useTexts } from '@/i18n'
import { formatDate } from '@/i18n/format'
import { Button } from '@/ui/button'
import { ChoiceCard } from '@/ui/choice'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/feedback'
import { SUPPORT } from '@/ui/support'

interface ProfilePickerProps {
  found: AccountCheck
  busy: boolean
  problem: string | undefined
  onChoose: (id: number) => void
  /** Back to the terms, where the user may also leave. */
  onBack: () => void
}

/** The profiles of the former shop: a single one is preselected; of several the user has to choose. */
export function ProfilePicker({ found, busy, problem, onChoose, onBack }: ProfilePickerProps) {
  const t = useTexts('sync')
  const common = useTexts('common')
  const language = useLanguage()
  const { users } = found
  const [chosen, setChosen] = useState(users.length === 1 ? users[0]?.user_id : undefined)
  return (
    <Dialog
      open
      modalOnly
      width={600}
      onClose={() => undefined}
      title={t('picker.title')}
      actions={
        <>
          <Button look="ghost" disabled={busy} onClick={onBack}>
            {common('error.back')}
          </Button>
          <Button
            look="primary"
            busy={busy}
            disabled={chosen === undefined}
            onClick={() => {
              if (chosen !== undefined) onChoose(chosen)
            }}
          >
            {t('picker.proceed')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-mute">{t(users.length === 1 ? 'picker.one' : 'picker.several', { count: users.length })}</p>
        <div role="radiogroup" aria-label={t('picker.title')} className="flex flex-col gap-3 p-0.5">
          {users.map((user) => (
            <ChoiceCard
              key={user.user_id}
              name="profile"
              value={String(user.user_id)}
              checked={chosen === user.user_id}
              onChange={() => setChosen(user.user_id)}
              ring
            >
              <span className="flex items-center gap-3">
                <Avatar name={user.displayName} picture={user.picture} />
                <span className="min-w-0">
                  <span className="block">{user.displayName}</span>
                  <span className="block text-sm text-mute">{user.name}</span>
                  {user.lastLogin && (
                    <span className="block text-sm text-mute">{t('picker.lastLogin', { date: formatDate(user.lastLogin, language) })}</span>
                  )}
                  {user.lastJoinedTournament && (
                    <span className="block text-sm text-mute">{t('picker.lastTournament', { name: user.lastJoinedTournament })}</span>
                  )}
                </span>
              </span>
            </ChoiceCard>
          ))}
        </div>
        <p className="flex flex-wrap items-center gap-x-4 text-sm text-mute">
          <span>{t('picker.help')}</span>
          <a className="num inline-flex min-h-11 items-center text-text underline underline-offset-4" href={`tel:${SUPPORT.phone}`}>
            {SUPPORT.phone}
          </a>
          <a className="inline-flex min-h-11 items-center text-text underline underline-offset-4" href={`mailto:${SUPPORT.email}`}>
            {SUPPORT.email}
          </a>
        </p>
        {problem && <Notice tone="error">{problem}</Notice>}
      </div>
    </Dialog>
  )
}
