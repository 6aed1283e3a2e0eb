import { languageOf } from '@/i18n/language'
import { plain } from '@/i18n/plain'
import { shownKept } from './kept'
import { offlinePage, textsOf } from './view'

// The script of the offline page, which the build puts into the service worker (vite.offline.config.ts).

/** How often (ms) it looks whether the site answers again. */
const EVERY_MS = 5_000

const language = languageOf(location.pathname)
const again = () => location.reload()

document.documentElement.lang = language
document.title = plain(textsOf(language).title)
const now = Date.now()
document.body.append(offlinePage({ language, online: navigator.onLine, now, retry: again, ...shownKept(now) }))
addEventListener('online', again)
setTimeout(look, EVERY_MS)

/** Opens what was asked for as soon as a small file can be had. */
async function look(): Promise<void> {
  const answer = document.hidden ? undefined : await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  if (answer?.ok) again()
  else setTimeout(look, EVERY_MS)
}
