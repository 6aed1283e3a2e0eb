import { languageOf } from '@/i18n/language'
import { plain } from '@/i18n/plain'
import { shownKept } from './kept'
import { offlinePage, textsOf } from './view'

// The script of the offline page, which the build puts into the service worker (vite.offline.config.ts).

const language = languageOf(location.pathname)
const again = () => location.reload()

document.documentElement.lang = language
document.title = plain(textsOf(language).title)
const now = Date.now()
document.body.append(offlinePage({ language, online: navigator.onLine, now, retry: again, ...shownKept(now) }))
addEventListener('online', again)
