import { useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { texts, useTexts } from '@/i18n'
import { BarIcon } from '@/ui/bar-icon'
import { load, part } from '@/ui/load'
import { mayPrefetch, whenIdle } from './prefetch'

const drawer = async () => {
  const [loaded] = await Promise.all([import('./drawer'), texts('shell', 'account')()])
  return loaded
}
const Drawer = part(drawer)

/** Opens the menu of narrow screens. */
export function MenuButton({ eventHref }: { eventHref: string | null | undefined }) {
  const t = useTexts('common')
  const path = useRouterState({ select: (state) => state.location.pathname })
  const [openAt, setOpenAt] = useState<string>()
  // It stays mounted: only a dialog that closes returns the focus.
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    if (!matchMedia('(width < 60rem)').matches) return
    return whenIdle(() => {
      if (mayPrefetch()) drawer().catch(() => undefined)
    })
  }, [])
  return (
    <>
      <button
        type="button"
        aria-label={t('nav.menu')}
        aria-haspopup="dialog"
        className="-mr-3 grid size-11 flex-none place-items-center text-mute hover:text-text md:hidden"
        onPointerDown={() => void load(drawer)}
        onClick={() => {
          setWanted(true)
          setOpenAt(path)
        }}
      >
        <BarIcon shape="menu" />
      </button>
      {wanted && (
        <Suspense>
          <Drawer open={openAt === path} eventHref={eventHref} onClose={() => setOpenAt(undefined)} />
        </Suspense>
      )}
    </>
  )
}
