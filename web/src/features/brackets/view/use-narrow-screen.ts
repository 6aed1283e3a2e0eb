import { useSyncExternalStore } from 'react'

const NARROW = '(max-width: 599.98px)'

function listen(changed: () => void): () => void {
  const media = matchMedia(NARROW)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

/** Whether a phone is held upright: each round is a tab then. Unknown while the server renders. */
export const useNarrowScreen = () =>
  useSyncExternalStore<boolean | undefined>(
    listen,
    () => matchMedia(NARROW).matches,
    () => undefined,
  )
