interface ToastOptions {
  action?: { label: string; onClick: () => void }
  tone?: 'info' | 'error' | 'success'
}

/** A short message that goes by itself. The library comes with the first one. */
export async function toast(message: string, { action, tone = 'info' }: ToastOptions = {}): Promise<void> {
  const { mountToasts, sonner } = await import('./toaster')
  mountToasts()
  const show = tone === 'error' ? sonner.error : tone === 'success' ? sonner.success : sonner
  show(message, action ? { action, duration: 8000 } : undefined)
}
