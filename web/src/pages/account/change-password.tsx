import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { accountChangePassword, type ProblemCode } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { QueryError } from '@/ui/query-error'
import { AccountPage } from '../frames/account'
import { ownNumber } from '@/features/mobile/own-number'
import { profileQuery } from '@/features/profile/queries'
import { useLanguage, useTexts } from '@/i18n'
import { password } from '@/rules/text'
import { Notice } from '@/ui/feedback'
import { Form, FormPassword, ruled, SubmitButton, useFields } from '@/ui/form'
import { toast } from '@/ui/toast'
import { PasswordRules } from '@/features/password/rules'

export function ChangePasswordPage() {
  const t = useTexts('profile')
  const me = useSession((session) => session.me)
  return (
    <AccountPage heading={t('password.heading')}>
      {me?.userType === 'others' ? <Notice>{t('password.elsewhere')}</Notice> : <Loaded />}
    </AccountPage>
  )
}

function Loaded() {
  const profile = useQuery(profileQuery(useLanguage()))
  if (profile.isError) return <QueryError problem={problemOf(profile.error)} onRetry={() => void profile.refetch()} />
  return profile.data ? <Change first={!profile.data.hasPassword} /> : <div className="skeleton h-96 max-w-lg" />
}

const typed = z.object({ currentPassword: z.string(), newPassword: ruled(password), confirmPassword: z.string() })
const schemaOf = (first: boolean) =>
  typed.check((context) => {
    const { currentPassword, newPassword, confirmPassword } = context.value
    const issue = (field: string, message: ProblemCode) => context.issues.push({ code: 'custom', message, path: [field], input: '' })
    if (!first && currentPassword === '') issue('currentPassword', 'field_required')
    if (newPassword !== confirmPassword) issue('confirmPassword', 'password_confirmation_differs')
  })

function Change({ first }: { first: boolean }) {
  const t = useTexts('profile')
  const queries = useQueryClient()
  const me = useSession((session) => session.me)
  const form = useFields(schemaOf(first), { currentPassword: '', newPassword: '', confirmPassword: '' })
  return (
    <Form
      form={form}
      label={t(first ? 'password.set' : 'password.save')}
      className="max-w-lg rounded-panel border border-line bg-panel p-5"
      onSubmit={async ({ currentPassword, ...next }) => {
        await answerOf(accountChangePassword({ body: { ...next, ...(!first && { currentPassword }) } }))
        form.reset()
        void queries.invalidateQueries({ queryKey: ['profile'] })
        void toast(t(first ? 'password.firstSaved' : 'password.saved'), { tone: 'success' })
      }}
    >
      {first && <p className="text-mute">{t('password.first')}</p>}
      {/* For password managers: the account of this password, under a name that it signs in with. */}
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={(me?.emailVerified && me.email) || ownNumber(me) || ''}
        readOnly
        hidden
      />
      {!first && <FormPassword form={form} name="currentPassword" label={t('password.current')} autoComplete="current-password" required />}
      <FormPassword
        form={form}
        name="newPassword"
        label={t('password.next')}
        hint={first ? undefined : t('password.rule')}
        autoComplete="new-password"
        required
      />
      <PasswordRules control={form.control} />
      <FormPassword form={form} name="confirmPassword" label={t('password.confirm')} autoComplete="new-password" required />
      {!first && <p className="text-sm text-mute">{t('password.others')}</p>}
      <div>
        <SubmitButton form={form} disabled={me?.suspended}>
          {t(first ? 'password.set' : 'password.save')}
        </SubmitButton>
      </div>
    </Form>
  )
}
