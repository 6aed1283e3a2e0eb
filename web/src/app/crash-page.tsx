import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTexts } from '@/i18n'
import { buttonClass } from '@/ui/button'
import { ErrorPage } from './error-pages'
import { Offline } from './needs'

export function ServerErrorPage() {
  const t = useTexts('common')
  return <ErrorPage title={t('error.serverTitle')} text={t('error.server')} />
}

/** A page that crashed, or that cannot be loaded without a network. */
export function CrashPage({ error }: ErrorComponentProps) {
  const t = useTexts('common')
  if (error instanceof Offline) return <OfflinePage />
  return <ErrorPage title={t('error.otherTitle')} text={t('error.generic')} />
}

/** The page loads by itself once the network is back. */
function OfflinePage() {
  const t = useTexts('common')
  useEffect(() => {
    const come = () => location.reload()
    addEventListener('online', come)
    return () => removeEventListener('online', come)
  }, [])
  const back = (
    <button type="button" className={buttonClass('plain')} onClick={() => history.back()}>
      {t('error.back')}
    </button>
  )
  return <ErrorPage title={t('error.offlineTitle')} text={t('error.offline')} action={back} />
}
