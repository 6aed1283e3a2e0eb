import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { load } from '@/ui/load'
import type { PrintSheet } from './print-sheet'

const AFTER_MS = 2_000

const loadSheet = async () => (await load(() => import('./print-sheet'))).PrintSheet

/** Mounts the sheet while the print dialog is open, however printing was started; its code is loaded beforehand. */
export function usePrint() {
  const [Sheet, setSheet] = useState<typeof PrintSheet>()
  const [prints, setPrints] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => void loadSheet().then((loaded) => setSheet(() => loaded)), AFTER_MS)
    // The browser prints the page as it is when this returns.
    const begin = () => flushSync(() => setPrints(true))
    const end = () => setPrints(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      clearTimeout(timer)
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  const print = async () => {
    const loaded = await loadSheet()
    flushSync(() => setSheet(() => loaded))
    window.print()
  }
  return { Sheet: prints ? Sheet : undefined, print }
}
