import { useSyncExternalStore } from 'react'

const WIDE = '(min-width: 960px)'

function listen(changed: () => void): () => void {
  const media = matchMedia(WIDE)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

/** Whether table and viewer stand side by side; on a phone the table is cards, and the viewer a sheet. */
export const useWide = () =>
  useSyncExternalStore(
    listen,
    () => matchMedia(WIDE).matches,
    () => true,
  )
