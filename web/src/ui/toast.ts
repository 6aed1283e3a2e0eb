import { create } from 'zustand'
import { load } from './load'

interface ToastOptions {
  action?: { label: string; onClick: () => void }
  tone?: 'info' | 'error' | 'success'
}

/** Whether a toast was ever shown: their container is loaded with the first. */
export const useToasted = create(() => false)

/** Height of a toast and its margins. */
const REACH = 180

/**
 * Never covers the element just touched: on a phone under the header, unless that was touched; else at the foot of the page, unless that was.
 */
function place(): 'top-center' | 'bottom-center' {
  const touched = document.activeElement === document.body ? undefined : document.activeElement?.getBoundingClientRect()
  const above = touched && touched.top < REACH && touched.bottom > 0
  const below = touched && touched.bottom > innerHeight - REACH && touched.top < innerHeight
  const phone = matchMedia('(width < 60rem)').matches
  return (phone && !above) || (!phone && below) ? 'top-center' : 'bottom-center'
}

/** A short message that disappears by itself. The library loads with the first one. */
export async function toast(message: string, { action, tone = 'info' }: ToastOptions = {}): Promise<void> {
  useToasted.setState(true, true)
  // Computed now: once the library is loaded, the button may be gone.
  const position = place()
  const sonner = await load(async () => (await import('./toaster')).sonner)
  const show = tone === 'error' ? sonner.error : tone === 'success' ? sonner.success : sonner
  show(message, { position, ...(action && { action, duration: 10_000 }) })
}
