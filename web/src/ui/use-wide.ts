import { useSyncExternalStore } from 'react'

const WIDE = '(min-width: 960px)'

function listen(changed: () => void): () => void {
  const media = matchMedia(WIDE)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

/** Whether there is room for columns side by side, unlike on a phone. */
export const useWide = () =>
  useSyncExternalStore(
    listen,
    () => matchMedia(WIDE).matches,
    () => true,
  )
