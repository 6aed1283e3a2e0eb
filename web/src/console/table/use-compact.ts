import { useSyncExternalStore } from 'react'

const COMPACT = '(width < 600px)'

function listen(changed: () => void): () => void {
  const media = matchMedia(COMPACT)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

/** Whether the screen is too narrow for columns: rows become cards. */
export const useCompact = () =>
  useSyncExternalStore(
    listen,
    () => matchMedia(COMPACT).matches,
    () => false,
  )
