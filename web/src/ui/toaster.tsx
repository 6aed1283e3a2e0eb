import { toast, Toaster as Sonner } from 'sonner'

/** The place of toasts: on a phone under the header, else at the foot of the page. Also shows earlier ones. */
export default function Toaster() {
  return (
    <Sonner
      theme="dark"
      duration={4_000}
      position="bottom-center"
      offset={{ top: 76, bottom: 24 }}
      mobileOffset={{ top: 64, bottom: 84 }}
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
    />
  )
}

export { toast as sonner }
