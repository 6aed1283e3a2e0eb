import type { Home, HomeCallbacks } from './home'

/** Opens the home, which comes when a page first listens to something. Until then there is no engine, and `opened` follows. */
export function openHome(callbacks: HomeCallbacks): Home {
  let home: Home | undefined
  const open = async () => {
    try {
      const { openHome } = await import('./home')
      home = openHome(callbacks)
    } catch {
      // Without a network nothing is live either.
      addEventListener('online', () => void open(), { once: true })
    }
  }
  void open()
  return { post: (message) => home?.post(message) ?? false }
}
