import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { Elsewhere } from '@/features/catalogue/elsewhere-lazy'
import { useTexts } from '@/i18n'
import { buttonClass } from '@/ui/button'
import { useHead } from '@/ui/head'
import { LimeSlice } from '@/ui/logo'

export function ErrorPage({ title, text, action, children }: { title: string; text: string; action?: ReactNode; children?: ReactNode }) {
  const t = useTexts('common')
  useHead({ title, noindex: true })
  return (
    <div className="flex flex-col items-center gap-5 py-12 text-center md:py-16">
      <LimeSlice className="size-16" />
      <h1 className="text-2xl">{title}</h1>
      <p className="max-w-md text-mute">{text}</p>
      {action ?? (
        <Link to="/" className={buttonClass('primary')}>
          {t('error.backHome')}
        </Link>
      )}
      {children}
    </div>
  )
}

const nothing = () => () => {}

export function NotFoundPage() {
  const t = useTexts('common')
  // Shown after hydration: few people come here, and the server does not render these offers.
  const stands = useSyncExternalStore(
    nothing,
    () => true,
    () => false,
  )
  return (
    <ErrorPage title={t('error.notFoundTitle')} text={t('error.notFound')}>
      {stands && (
        <Suspense>
          <Elsewhere />
        </Suspense>
      )}
    </ErrorPage>
  )
}
