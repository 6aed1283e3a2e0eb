import { ArrowUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTexts } from '@/i18n'

const SHOWN_AFTER_PX = 20

/** The way back to the top of a long page. */
export function ToTop() {
  const t = useTexts('manual')
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const look = () => setShown(window.scrollY > SHOWN_AFTER_PX)
    look()
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  if (!shown) return null
  return (
    <button
      type="button"
      aria-label={t('toTop')}
      className="fixed right-4 bottom-[calc(var(--covered)+1rem)] z-10 grid size-11 place-items-center rounded-full bg-raise text-text ring-1 ring-control ring-inset hover:ring-lime"
      onClick={() => {
        document.getElementById('main')?.focus({ preventScroll: true })
        window.scrollTo({ top: 0, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' })
      }}
    >
      <ArrowUp className="size-5" aria-hidden="true" />
    </button>
  )
}
