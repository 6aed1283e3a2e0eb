import { useMatches } from '@tanstack/react-router'
import i18next from 'i18next'
import { useEffect } from 'react'
import { useLanguage } from '@/i18n'
import { plain } from '@/i18n/plain'
import { inLanguage, type Language, withoutLanguage } from '@/i18n/language'
import { useShown } from '@/ui/head'
import { documentTitle } from './title'

/** Keeps the document's head in step with navigation; for the first paint the server has set it. */
export function useDocumentHead(): void {
  const language = useLanguage()
  const { head } = useShown()
  const match = useMatches({ select: (matches) => matches.at(-1) })
  const about = match?.staticData.about
  const key = typeof about?.title === 'object' ? about.title[head?.as ?? ''] : about?.title
  // Only the page's data know the head of a public address with a parameter.
  const unknown = !head && about?.public && match?.routeId.includes('$')
  const title = head?.title ?? (key && !unknown ? i18next.t(key, { name: head?.name }) : undefined)
  const description = head?.description ?? (about?.description && i18next.t(about.description))
  const noindex = head?.noindex ?? !(about?.indexed ?? about?.public)
  const path = match?.pathname
  useEffect(() => {
    document.documentElement.lang = language
    if (title === undefined) return
    document.title = plain(documentTitle(title))
    meta('description', description)
    meta('robots', noindex ? 'noindex' : undefined)
    alternates(language)
    installed(language)
  }, [title, description, noindex, language, path])
}

function meta(name: string, content: string | undefined) {
  let element = document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)
  if (content === undefined) return element?.remove()
  if (!element) {
    element = document.head.appendChild(document.createElement('meta'))
    element.name = name
  }
  element.content = plain(content)
}

function alternates(language: Language) {
  const path = withoutLanguage(location.pathname)
  link('canonical', undefined, inLanguage(path, language))
  link('alternate', 'th', path)
  link('alternate', 'en', inLanguage(path, 'en'))
  link('alternate', 'x-default', path)
}

/** The app is installed in the language of the page. */
const installed = (language: Language) => link('manifest', undefined, inLanguage('/manifest.webmanifest', language))

function link(rel: string, hreflang: string | undefined, path: string) {
  const selector = `link[rel="${rel}"]${hreflang ? `[hreflang="${hreflang}"]` : ''}`
  let element = document.head.querySelector<HTMLLinkElement>(selector)
  if (!element) {
    element = document.head.appendChild(document.createElement('link'))
    element.rel = rel
    if (hreflang) element.hreflang = hreflang
  }
  element.href = location.origin + path
}
