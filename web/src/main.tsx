import './ui/styles.css'
import { createElement, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { takePageData } from './api/queries'
import { session } from './api/session'
import { App } from './app/app'
import { addMorePages, createBrowserRouter } from './app/router'
import { asking } from './features/catalogue/queries'
import { startTexts } from './i18n'
import { languageOf } from './i18n/language'
import { setTokenSource } from './live'

takePageData()
setTokenSource(session.liveToken, () => void session.revalidate())

const element = document.getElementById('root')
if (element) void start(element)

/** What the server has rendered is taken over as it stands; a page that it only framed is made here. */
async function start(element: HTMLElement) {
  const rendered = 'rendered' in element.dataset
  if (rendered) await painted()
  const router = await createBrowserRouter()
  if (rendered) router.ssr = { manifest: undefined }
  await startTexts(languageOf(location.pathname))
  await router.load()
  const app = createElement(App, { router })
  window.early?.listening()
  // As a transition it is done in slices: a tap in between is heard.
  startTransition(() => {
    if (rendered) hydrateRoot(element, app)
    else createRoot(element).render(app)
  })
  void addMorePages(router)
  void session.ready()
  void asking()
}

/** What the server sent is shown before work on it begins; a page in the background, which is never shown, does not wait for that. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, 100)
  })
}
