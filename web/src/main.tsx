import './ui/styles.css'
import './ui/loaded-at'
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

/** Hydrates a page that the server has rendered; renders one that it only framed. */
async function start(element: HTMLElement) {
  const rendered = 'rendered' in element.dataset
  if (rendered) await painted()
  const router = await createBrowserRouter()
  if (rendered) router.ssr = { manifest: undefined }
  await startTexts(languageOf(location.pathname))
  await router.load()
  const app = createElement(App, { router })
  window.early?.listening()
  // As a transition it runs in slices: a tap in between is handled.
  startTransition(() => {
    if (rendered) hydrateRoot(element, app)
    else createRoot(element).render(app)
  })
  void addMorePages(router)
  void session.ready()
  void asking()
}

/** Resolves after the server's page was painted; a page in the background is never painted and does not wait. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, 100)
  })
}
