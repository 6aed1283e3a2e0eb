import { firstPages } from './pages-first'
import { morePages } from './pages-more'

/**
 * Every page, once; English has the same addresses below `/en`. From this table come the router, the documents' heads, and by way of `pages.json`
 * what the server knows of pages: which there are, how they are called, what is fetched early, what search engines may read.
 */
export const pages = [...firstPages, ...morePages] as const
