import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useTexts } from '@/i18n'
import { TextField } from './field'

/** A password, hidden until the user reveals it. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'after' | 'autoCapitalize' | 'spellCheck'>) {
  const t = useTexts('form')
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      after={
        <button
          type="button"
          className="grid size-11 place-items-center rounded-control text-mute hover:text-text"
          aria-label={shown ? t('hidePassword') : t('showPassword')}
          onClick={() => setShown(!shown)}
        >
          <Icon className="size-5" aria-hidden="true" />
        </button>
      }
    />
  )
}
