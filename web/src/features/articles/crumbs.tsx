import { Link } from '@tanstack/react-router'
import { useTexts } from '@/i18n'
import { LISTS, type ListedKind } from './kinds'

/** The way to an article: the home page, and the list that it stands in. */
export function Crumbs({ kind }: { kind?: ListedKind }) {
  const t = useTexts('articles')
  const look = 'inline-flex min-h-11 items-center hover:text-lime'
  return (
    <nav aria-label={t('crumbs.label')} className="-my-2 text-sm text-mute">
      <ol className="flex flex-wrap items-center gap-x-2">
        <li>
          <Link to="/" className={look}>
            {t('crumbs.home')}
          </Link>
        </li>
        {kind && (
          <>
            <li aria-hidden="true">›</li>
            <li>
              <Link to={LISTS[kind]} className={look}>
                {t(`kind.${kind}`)}
              </Link>
            </li>
          </>
        )}
      </ol>
    </nav>
  )
}
