import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { languageOf, withoutLanguage } from '@/i18n/language'
import { pages } from './pages'

interface Manifest {
  lang: string
  id: string
  start_url: string
  icons: Array<{ src: string; purpose?: string }>
  shortcuts: Array<{ url: string; icons: Array<{ src: string }> }>
}

it.each(['th', 'en'])('the %s manifest leads to pages in its language, with icons that are there', (language) => {
  const path = language === 'en' ? 'public/en/manifest.webmanifest' : 'public/manifest.webmanifest'
  const { lang, id, start_url, icons, shortcuts } = JSON.parse(readFileSync(path, 'utf8')) as Manifest
  expect([lang, id]).toEqual([language, '/'])
  const known = pages.map(({ options }) => ('path' in options ? options.path : undefined))
  for (const url of [start_url, ...shortcuts.map((shortcut) => shortcut.url)]) {
    expect(languageOf(url)).toBe(language)
    expect(known).toContain(withoutLanguage(url))
  }
  const files = [...icons, ...shortcuts.flatMap((shortcut) => shortcut.icons)].map(({ src }) => src)
  for (const file of files) expect(existsSync(`public${file}`), file).toBe(true)
  expect(icons.filter(({ purpose }) => purpose === 'maskable')).not.toHaveLength(0)
})
