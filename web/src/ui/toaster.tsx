import { createRoot } from 'react-dom/client'
import { Toaster, toast } from 'sonner'

let mounted = false

/** Mounts the corner of the page where toasts stand: above the bottom bar on a phone. */
export function mountToasts(): void {
  if (mounted) return
  mounted = true
  const element = document.body.appendChild(document.createElement('div'))
  createRoot(element).render(
    <Toaster
      theme="dark"
      position="bottom-center"
      offset={24}
      mobileOffset={{ bottom: 84 }}
      toastOptions={{
        style: {
          background: 'var(--color-raise)',
          border: '1px solid var(--color-control)',
          color: 'var(--color-text)',
          fontFamily: 'var(--font-sans)',
          fontSize: 15,
        },
        actionButtonStyle: { background: 'transparent', color: 'var(--color-lime)', fontWeight: 600, minHeight: 44 },
      }}
    />,
  )
}

export { toast as sonner }
