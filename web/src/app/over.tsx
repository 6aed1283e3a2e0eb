import { Suspense, useEffect } from 'react'
import { copyPlain } from '@/i18n/plain'
import { AlertDialog } from '@/ui/alert-dialog'
import { reloadFailedFonts } from '@/ui/fonts-again'
import { part } from '@/ui/load'
import { useOverlay } from '@/ui/overlay'
import { useToasted } from '@/ui/toast'
import { useDocumentHead } from './document-head'

const Toaster = part(() => import('@/ui/toaster'))
const Overlay = part(() => import('@/ui/loading-overlay'))

/** The parts that appear over a page, in whichever frame, and the document's head. */
export function Over() {
  const toasted = useToasted()
  const covered = useOverlay(({ used }) => used)
  useEffect(() => {
    document.addEventListener('copy', copyPlain)
    return () => document.removeEventListener('copy', copyPlain)
  }, [])
  useEffect(reloadFailedFonts, [])
  useDocumentHead()
  return (
    <>
      <AlertDialog />
      {covered && (
        <Suspense>
          <Overlay />
        </Suspense>
      )}
      {toasted && (
        <Suspense>
          <Toaster />
        </Suspense>
      )}
    </>
  )
}
