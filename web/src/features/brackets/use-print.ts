import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { PrintSheet } from './print-sheet'

const AFTER_MS = 2_000

const load = async () => (await import('./print-sheet')).PrintSheet

/** What goes to the printer, however it was asked for: the sheet is there while the print dialog is, and loaded before it is wanted. */
export function usePrint() {
  const [Sheet, setSheet] = useState<typeof PrintSheet>()
  const [prints, setPrints] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => void load().then((loaded) => setSheet(() => loaded)), AFTER_MS)
    // The browser takes the page as it stands when this returns.
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
    const loaded = await load()
    flushSync(() => setSheet(() => loaded))
    window.print()
  }
  return { Sheet: prints ? Sheet : undefined, print }
}
