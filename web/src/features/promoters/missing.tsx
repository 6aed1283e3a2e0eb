import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { useId } from 'react'
import type { Notice } from '@/api/generated'
import { useTexts } from '@/i18n'
import { buttonClass } from '@/ui/button'

/** What an application needs beside the accepted terms, which come within it. */
export const lackingOf = (notices: readonly Notice[]) => notices.filter(({ code }) => code !== 'promoter_terms_required')

/** What is not there yet, each with the page that puts it right. */
export function Missing({ notices }: { notices: readonly Notice[] }) {
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
              <span className="min-w-0 flex-1">{message}</span>
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
