import { useState } from 'react'
import { consoleSetRoles, type StaffPerson, type StaffRole } from '@/api/generated'
import { setRolesLimits } from '@/api/limits.gen'
import { answerOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { TextField } from '@/ui/field'
import { ProblemNotice } from '@/ui/problem-notice'
import { useStaffAct } from './use-staff'

const ROLES: readonly StaffRole[] = ['support', 'content', 'catalogue', 'finance', 'esports', 'admin']

interface RolesDialogProps {
  /** The person as now listed; absent for somebody without a role */
  person: StaffPerson | undefined
  /** E-mail or number of the person; empty when it is asked for */
  identifier: string
  onEnd: () => void
}

/** Gives and withdraws a person's roles, and says beforehand what changes. When a colleague was quicker, it compares with their roles. */
export function RolesDialog({ person, identifier: known, onEnd }: RolesDialogProps) {
  const t = useTexts('console')
  const common = useTexts('common')
  const before = person?.roles ?? []
  const [typed, setTyped] = useState(known)
  const [roles, setRoles] = useState<readonly StaffRole[]>(before)
  const [reason, setReason] = useState('')
  const identifier = typed.trim()
  const saving = useStaffAct(
    () => answerOf(consoleSetRoles({ body: { identifier, shown: [...before], roles: [...roles], reason: reason.trim() } })),
    onEnd,
  )
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
        <>
          <Button onClick={onEnd}>{common('action.cancel')}</Button>
          <Button
            look="primary"
            busy={saving.isPending}
            disabled={!changed || !reason.trim() || !identifier}
            onClick={() => saving.mutate()}
          >
            {t('staff.save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {!person && (
          <TextField
            label={t('staff.identifier')}
            hint={t('staff.identifierHint')}
            value={typed}
            maxLength={setRolesLimits.identifier}
            autoCapitalize="none"
            spellCheck={false}
            required
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
        <fieldset className="grid grid-cols-2 gap-x-2">
          <legend className="num mb-1.5">{t('staff.roles')}</legend>
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
        <div className="text-mute" aria-live="polite">
          {!changed && <p>{t('staff.unchanged')}</p>}
          {gives.length > 0 && <p>{t('staff.gives', { roles: names(gives) })}</p>}
          {takes.length > 0 && <p>{t('staff.takes', { roles: names(takes) })}</p>}
        </div>
        <TextField
          label={t('staff.reason')}
          value={reason}
          maxLength={setRolesLimits.reason}
          required
          onChange={(event) => setReason(event.target.value)}
        />
        {saving.error && <ProblemNotice error={saving.error} field />}
      </div>
    </Dialog>
  )
}
