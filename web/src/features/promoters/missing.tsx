import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { useId } from 'react'
import type { Notice } from '@/api/generated'
import { hasText, useTexts } from '@/i18n'
import type profile from '@/i18n/th/profile'
import { buttonClass } from '@/ui/button'

/** Returns the missing requirements of an application, except for the terms, which are part of it, and those that no page can fix. */
export const lackingOf = (notices: readonly Notice[]) => notices.filter(({ code, href }) => href && code !== 'promoter_terms_required')

const PROFILE = '/account/profile'

/** Missing items, each with the page that fixes it. */
export function Missing({ notices, fields }: { notices: readonly Notice[]; fields: readonly string[] }) {
  const t = useTexts('promoters')
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h2 id={id} className="text-xl">
        {t('missing.heading')}
      </h2>
      {notices.length === 0 ? (
        <p className="flex items-center gap-3 text-mute">
          <CircleCheck className="size-5 flex-none text-lime" aria-hidden="true" />
          {t('missing.done')}
        </p>
      ) : (
        <ul>
          {notices.map(({ code, message, href }) => (
            <li key={code} className="flex min-h-14 flex-wrap items-center gap-x-3.5 gap-y-2 border-b border-line py-2 last:border-b-0">
              <CircleDashed className="size-5 flex-none text-amber" aria-hidden="true" />
              <span className="min-w-0 flex-1 basis-48">
                {message}
                {href === PROFILE && <Fields fields={fields} />}
              </span>
              {href && (
                <Link to={href} aria-label={`${t('missing.go')}: ${message}`} className={buttonClass('plain', 'sm')}>
                  {t('missing.go')}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type Field = `field.${keyof (typeof profile)['field']}`

/** The empty fields of the profile, under their labels there. */
function Fields({ fields }: { fields: readonly string[] }) {
  const t = useTexts('profile')
  const known = fields.map((field) => `field.${field}`).filter((key): key is Field => hasText('profile', key))
  return <span className="block text-sm text-mute">{known.map((key) => t(key)).join(' · ')}</span>
}
