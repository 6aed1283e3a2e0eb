import { Link } from '@tanstack/react-router'
import type { Notice } from '@/api/generated'
import type { ApiCode } from '@/api/problem'
import { useTexts } from '@/i18n'
import { ReadHow } from '@/ui/read-how'

/** Reasons why an action is impossible, each with a link to the page that fixes it. */
export function Refusals({ refusals }: { refusals: readonly Notice[] }) {
  const t = useTexts('tournaments')
  return (
    <ul className="flex flex-col divide-y divide-line">
      {refusals.map(({ code, message, href }) => (
        <li key={code + message} className="flex items-center justify-between gap-4 py-2 first:pt-0">
          <span className="min-w-0">
            {message} <ReadHow code={code as ApiCode} />
          </span>
          {href && (
            <Link
              to={href}
              aria-label={`${t('you.fix')}: ${message}`}
              className="num flex min-h-11 flex-none items-center text-lime underline-offset-4 hover:underline"
            >
              {t('you.fix')}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}
