import { Link } from '@tanstack/react-router'
import { useTexts } from '@/i18n'
import type { ManualEntry } from './queries'
import { pathOf } from './tree'

const look = 'inline-flex min-h-8 items-center hover:text-text hover:underline underline-offset-4'

export function Crumbs({ parent, title }: { parent: ManualEntry | undefined; title: string }) {
  const t = useTexts('manual')
  return (
    <nav aria-label={t('crumbs')} className="text-sm text-mute">
      <ol className="flex flex-wrap items-center [&>li+li]:before:mx-1.5 [&>li+li]:before:content-['›'] [&>li+li]:before:[content:'›'/'']">
        <li>
          <Link to="/manual" className={look}>
            {t('heading')}
          </Link>
        </li>
        {parent && (
          <li>
            <Link to={pathOf(parent.slug)} className={look}>
              {parent.title}
            </Link>
          </li>
        )}
        <li aria-current="page">{title}</li>
      </ol>
    </nav>
  )
}
