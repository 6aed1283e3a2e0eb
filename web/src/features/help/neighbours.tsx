import { Link } from '@tanstack/react-router'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useTexts } from '@/i18n'
import { cx } from '@/ui/cx'
import type { Article } from '@/features/articles/queries'

/** The pages before and after this one, in reading order. */
export function Neighbours({ previous, next }: Pick<Article, 'previous' | 'next'>) {
  const t = useTexts('manual')
  if (!previous && !next) return null
  const look = 'flex min-h-16 items-center gap-3 rounded-panel border border-line px-4 py-3 hover:border-control'
  return (
    <nav aria-label={t('neighbours')} className="grid gap-3 sm:grid-cols-2">
      {previous && (
        <Link to={previous.path} rel="prev" className={look}>
          <ArrowLeft className="size-5 flex-none text-mute" aria-hidden="true" />
          <span className="min-w-0">
            <span className="block text-sm text-mute">{t('previous')}</span>
            {previous.title}
          </span>
        </Link>
      )}
      {next && (
        <Link to={next.path} rel="next" className={cx(look, 'justify-end text-right sm:col-start-2')}>
          <span className="min-w-0">
            <span className="block text-sm text-mute">{t('next')}</span>
            {next.title}
          </span>
          <ArrowRight className="size-5 flex-none text-mute" aria-hidden="true" />
        </Link>
      )}
    </nav>
  )
}
