import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '@/i18n'
import { buttonClass } from '@/ui/button'
import { useHead } from '@/ui/head'

export function ErrorPage({ title, text, code, action }: { title: string; text: string; code: string; action?: ReactNode }) {
  const t = useTexts('common')
  useHead({ title, noindex: true })
  return (
    <div className="flex flex-col items-center gap-6 py-20 text-center">
      <p aria-hidden="true" className="num text-[6rem] leading-none text-control">
        {code}
      </p>
      <h1 className="text-2xl">{title}</h1>
      <p className="max-w-md text-mute">{text}</p>
      {action ?? (
        <Link to="/" className={buttonClass('primary')}>
          {t('error.backHome')}
        </Link>
      )}
    </div>
  )
}

export function NotFoundPage() {
  const t = useTexts('common')
  return <ErrorPage code="404" title={t('error.notFoundTitle')} text={t('error.notFound')} />
}
