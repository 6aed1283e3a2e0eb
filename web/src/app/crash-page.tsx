import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTexts } from '@/i18n'
import { buttonClass } from '@/ui/button'
import { ErrorPage } from './error-pages'
import { Offline } from './needs'
import { reloadForChunk } from '@/ui/reload-guard'

export function ServerErrorPage() {
  const t = useTexts('common')
  return <ErrorPage title={t('error.serverTitle')} text={t('error.server')} />
}

/** A page that broke. A chunk that is gone means a new release: that one is fetched by reloading, once a minute at most. */
export function CrashPage({ error: thrown }: ErrorComponentProps) {
  const error = thrown as Error
  const t = useTexts('common')
  useEffect(() => {
    if (/dynamically imported module|module script/i.test(error.message)) reloadForChunk()
  }, [error])
  if (error instanceof Offline) return <OfflinePage />
  return <ErrorPage title={t('error.otherTitle')} text={t('error.generic')} />
}

/** The page comes by itself when the network does. A browser may remember for the page's life that a chunk could not be fetched. */
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
