import { Link } from '@tanstack/react-router'
import type { ApiCode } from '@/api/problem'
import { useTexts } from '@/i18n'
import { HELP_LINKS } from '@/rules/help-links'

/** A link to the heading that explains a refusal; nothing where no heading does. */
export default function HelpLink({ code }: { code: ApiCode }) {
  const t = useTexts('manual')
  const [path, heading] = ((HELP_LINKS as Partial<Record<string, string>>)[code] ?? '').split('#')
  if (!path || !heading) return null
  return (
    <Link to={path} hash={heading} className="inline-flex min-h-8 items-center text-lime underline underline-offset-4">
      {t('readHow')}
    </Link>
  )
}
