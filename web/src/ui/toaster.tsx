import { toast, Toaster as Sonner } from 'sonner'

/** The corner of the page where toasts stand: above the bottom bar on a phone. Shows also what was said before it came. */
export default function Toaster() {
  return (
    <Sonner
      theme="dark"
      // Time to find it and to read it.
      duration={10_000}
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
    />
  )
}

export { toast as sonner }
