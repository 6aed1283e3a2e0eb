/** A browser does not retry a font that failed to load. Its stylesheet is reloaded when the network is back. */
export function reloadFailedFonts(): () => void {
  const reload = () => {
    if (![...document.fonts].some(({ status }) => status === 'error')) return
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
      const again = link.cloneNode() as HTMLLinkElement
      again.addEventListener('load', () => link.remove())
      link.after(again)
    }
  }
  addEventListener('online', reload)
  return () => removeEventListener('online', reload)
}
