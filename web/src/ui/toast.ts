import { create } from 'zustand'

interface ToastOptions {
  action?: { label: string; onClick: () => void }
  tone?: 'info' | 'error' | 'success'
}

/** Whether a toast was ever asked for: their corner of the page comes with the first. */
export const useToasted = create(() => false)

/** A short message that disappears by itself. The library loads with the first one. */
export async function toast(message: string, { action, tone = 'info' }: ToastOptions = {}): Promise<void> {
  useToasted.setState(true, true)
  const { sonner } = await import('./toaster')
  const show = tone === 'error' ? sonner.error : tone === 'success' ? sonner.success : sonner
  show(message, action ? { action, duration: 20_000 } : undefined)
}
