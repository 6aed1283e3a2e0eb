import { Check, Circle } from 'lucide-react'
import { type Control, useWatch } from 'react-hook-form'
import { useTexts } from '@/i18n'
import { PASSWORD_PARTS } from '@/rules/text'
import { cx } from '@/ui/cx'

interface Fields {
  currentPassword: string
  newPassword: string
  confirmPassword: string
}

/** The rules of a new password, ticked as it is typed. */
export function PasswordRules<Out>({ control }: { control: Control<Fields, unknown, Out> }) {
  const t = useTexts('profile')
  const typed = useWatch({ control, name: 'newPassword' })
  return (
    <ul aria-label={t('password.rules')} className="-mt-3 grid gap-x-4 gap-y-1 text-sm xs:grid-cols-2">
      {PASSWORD_PARTS.map(({ part, has }) => {
        const kept = has(typed)
        const Mark = kept ? Check : Circle
        return (
          <li key={part} className={cx('flex items-center gap-2', kept ? 'text-lime' : 'text-mute')}>
            <Mark className={cx('flex-none', kept ? 'size-4' : 'mx-1 size-2')} aria-hidden="true" />
            {t(`password.part.${part}`)}
            {kept && <span className="sr-only">{t('password.kept')}</span>}
          </li>
        )
      })}
    </ul>
  )
}
