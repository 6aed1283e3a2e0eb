import { load } from '@/ui/load'
import type { Home, HomeCallbacks } from './home'

/** Opens the home, which is loaded when a page first listens to something. Until then there is no engine, and `opened` follows. */
export function openHome(callbacks: HomeCallbacks): Home {
  let home: Home | undefined
  void load(async () => {
    const { openHome } = await import('./home')
    home = openHome(callbacks)
  })
  return { post: (message) => home?.post(message) ?? false }
}
