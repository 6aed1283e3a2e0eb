import { consolePages } from './pages-console'
import { contentPages } from './pages-content'
import { firstPages } from './pages-first'
import { manualPages } from './pages-manual'
import { morePages } from './pages-more'

/**
 * Every page, once; English has the same addresses below `/en`. This table feeds the router, the documents' heads, and by way of `pages.json`
 * the server: which pages exist, their titles, what is fetched early, and what search engines may read.
 */
export const pages = [...firstPages, ...morePages, ...contentPages, ...manualPages, ...consolePages] as const
