import { useEffect } from 'react'
import { inLanguage, type Language, withoutLanguage } from '@/i18n/language'
import { useLanguage } from '@/i18n'

interface Head {
  title: string
  description?: string
  /** Pages of one person, or of one moment, are not for search engines. */
  noindex?: boolean
}

/** Keeps the document's head in step while moving about; on the first paint the server has set it. */
export function useHead({ title, description, noindex = false }: Head): void {
  const language = useLanguage()
  useEffect(() => {
    document.title = title
    document.documentElement.lang = language
    meta('description', description)
    meta('robots', noindex ? 'noindex' : undefined)
    alternates(language)
  }, [title, description, noindex, language])
}

function meta(name: string, content: string | undefined) {
  let element = document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)
  if (content === undefined) return element?.remove()
  if (!element) {
    element = document.head.appendChild(document.createElement('meta'))
    element.name = name
  }
  element.content = content
}

function alternates(language: Language) {
  const path = withoutLanguage(location.pathname)
  link('canonical', undefined, inLanguage(path, language))
  link('alternate', 'th', path)
  link('alternate', 'en', inLanguage(path, 'en'))
  link('alternate', 'x-default', path)
}

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
