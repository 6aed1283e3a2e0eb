import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTexts } from '@/i18n'
import { buttonClass } from '@/ui/button'
import { useHead } from './head'
import { reloadForChunk } from './reload-guard'

function ErrorPage({ title, text, code }: { title: string; text: string; code: string }) {
  const t = useTexts('common')
  useHead({ title: `${title} | Manao`, noindex: true })
  return (
    <div className="flex flex-col items-center gap-6 py-20 text-center">
      <p aria-hidden="true" className="num text-[6rem] leading-none text-control">
        {code}
      </p>
      <h1 className="text-2xl">{title}</h1>
      <p className="max-w-md text-mute">{text}</p>
      <Link to="/" className={buttonClass('primary')}>
        {t('error.backHome')}
      </Link>
    </div>
  )
}

export function NotFoundPage() {
  const t = useTexts('common')
  return <ErrorPage code="404" title={t('error.notFoundTitle')} text={t('error.notFound')} />
}

export function ServerErrorPage() {
  const t = useTexts('common')
  return <ErrorPage code="500" title={t('error.serverTitle')} text={t('error.server')} />
}

/** A page that broke. A chunk that is gone means a new release: that one is fetched by reloading, once a minute at most. */
export function CrashPage({ error: thrown }: ErrorComponentProps) {
  const error = thrown as Error
  const t = useTexts('common')
  useEffect(() => {
    if (/dynamically imported module|module script/i.test(error.message)) reloadForChunk()
  }, [error])
  return <ErrorPage code="!" title={t('error.otherTitle')} text={t('error.generic')} />
}
