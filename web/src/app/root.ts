import { createRootRoute } from '@tanstack/react-router'
import { changeLanguage, language } from '@/i18n'
import { languageOf } from '@/i18n/language'
import { NotFoundPage } from './error-pages'
import { Layout } from './layout'
import { component } from './needs'

export const CrashPage = component(() => import('./crash-page'), 'CrashPage')

/** The frame around every page. */
export const root = createRootRoute({
  component: Layout,
  notFoundComponent: NotFoundPage,
  errorComponent: CrashPage,
  // Going back may change the language. Prefetching a page (a link under the pointer) changes nothing.
  beforeLoad: async ({ location, preload }) => {
    if (preload) return
    const now = languageOf(location.publicHref.split(/[?#]/, 1)[0] ?? '/')
    if (now !== language()) await changeLanguage(now)
  },
})
