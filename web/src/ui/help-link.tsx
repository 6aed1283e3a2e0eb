import { Link } from '@tanstack/react-router'
import { useTexts } from '@/i18n'
import { EMPTY_LINKS, HELP_LINKS } from '@/rules/help-links'

const LINKS: Readonly<Partial<Record<string, string>>> = { ...HELP_LINKS, ...EMPTY_LINKS }

/** A link to the heading that explains a refusal or an empty list; nothing where no heading does. */
export default function HelpLink({ code }: { code: string }) {
  const t = useTexts('manual')
  const [path, heading] = (LINKS[code] ?? '').split('#')
  if (!path || !heading) return null
  return (
    <Link to={path} hash={heading} className="inline-flex min-h-8 items-center text-lime underline underline-offset-4">
      {t('readHow')}
    </Link>
  )
}
