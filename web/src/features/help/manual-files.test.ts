import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pages } from '@/app/pages'
import { EMPTY_LINKS, HELP_LINKS } from '@/rules/help-links'
import { TOP_QUESTIONS } from './asked-most'

const CONTENT = join(import.meta.dirname, '../../../../content')
const LANGUAGES = ['th', 'en'] as const
type Language = (typeof LANGUAGES)[number]

/** The help centre's pages, as the product specification names them. */
const PATHS = [
  'bracket-drawn',
  'contact-promoter',
  'edit-player',
  'faqs',
  'how-to-register',
  'how-to-register-ais',
  'ign',
  'livestream',
  'match-appointment',
  'score-submission',
  'substitute',
  'team-system',
  'tournament-system',
  'what-to-do-after-register',
  'why-my-team-is-not-in-tournament',
  'tournament-system/bracket-guide',
  'tournament-system/entry-fee-guide',
  'tournament-system/highlights-guide',
  'tournament-system/match-table-guide',
  'tournament-system/prize-guide',
  'tournament-system/rules-guide',
  'tournament-system/single-and-team',
  'tournament-system/survivor-tournament-guide',
]

const files = readdirSync(CONTENT, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(th|en)\.md$/.test(name))
  .map((name) => ({
    name,
    language: (name.endsWith('.th.md') ? 'th' : 'en') as Language,
    text: readFileSync(join(CONTENT, name), 'utf8'),
  }))

const textOf = (name: string) => files.find((file) => file.name === name)?.text ?? ''
const anchorsOf = (text: string) => [...text.matchAll(/\{#([\w-]+)\}/g)].map(([, id]) => id)

const modules = import.meta.glob<{ default: object }>('../../i18n/{th,en}/*.ts', { eager: true })

/** Every constant text of a language. */
function labelsOf(language: Language): Set<string> {
  const found = new Set<string>()
  const collect = (value: unknown) => {
    if (typeof value === 'string') found.add(value)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect)
  }
  for (const [name, { default: texts }] of Object.entries(modules)) if (name.includes(`/${language}/`)) collect(texts)
  return found
}

/** A route's own type says more than is asked here. */
const pathOf = ({ options }: { options: object }) => (options as { path: string }).path
const patterns = pages.map(pathOf).map((path) => new RegExp(`^${path.replace(/\$\w+/g, '[^/]+')}$`))

/** Returns what is wrong with a link to `target`, or nothing. */
function fault(target: string, language: Language): string | undefined {
  const [address = '', anchor] = target.split('#')
  const path = address.split('?')[0] ?? ''
  if (!patterns.some((pattern) => pattern.test(path))) return 'no such page'
  if (path.startsWith('/manual/')) {
    const text = textOf(`${path.slice(1)}.${language}.md`)
    if (text === '') return 'no such page of the manual'
    if (anchor !== undefined && !anchorsOf(text).includes(anchor)) return 'no such heading'
  }
  if (path === '/contact' && anchor !== undefined && textOf(`faq/${anchor}.${language}.md`) === '') return 'no such question'
  return undefined
}

describe('the files of the content', () => {
  it('name buttons and fields letter for letter', () => {
    const labels = { th: labelsOf('th'), en: labelsOf('en') }
    const wrong = files.flatMap(({ name, language, text }) =>
      [...text.matchAll(/==([^=\n]+)==/g)].filter(([, label = '']) => !labels[language].has(label)).map(([, label]) => `${name}: ${label}`),
    )
    expect(wrong).toEqual([])
  })

  it('lead to pages and headings that exist', () => {
    const wrong = files.flatMap(({ name, language, text }) =>
      [...text.matchAll(/\]\((\/[^)\s]*|#[^)\s]*)\)/g)].flatMap(([, target = '']) => {
        const what = target.startsWith('#')
          ? anchorsOf(text).includes(target.slice(1))
            ? undefined
            : 'no such heading'
          : fault(target, language)
        return what === undefined ? [] : [`${name}: ${target}: ${what}`]
      }),
    )
    expect(wrong).toEqual([])
  })

  it('hold every page of the specification in both languages', () => {
    for (const path of PATHS) for (const language of LANGUAGES) expect(textOf(`manual/${path}.${language}.md`), path).not.toBe('')
  })

  it('give a page the same anchors in both languages', () => {
    for (const path of PATHS) {
      expect(anchorsOf(textOf(`manual/${path}.en.md`)), path).toEqual(anchorsOf(textOf(`manual/${path}.th.md`)))
    }
  })

  it('have an anchor at every heading of the manual', () => {
    const manual = files.filter(({ name }) => name.startsWith('manual/'))
    const bare = manual.flatMap(({ name, text }) => [...text.matchAll(/^## (?!.*\{#).*$/gm)].map(([line]) => `${name}: ${line}`))
    expect(bare).toEqual([])
  })

  it('answer the questions asked most', () => {
    for (const { page, heading } of TOP_QUESTIONS) {
      for (const language of LANGUAGES) expect(fault(`/manual/${page}#${heading}`, language)).toBeUndefined()
    }
  })

  it('explain the refusals and empty lists that lead to them', () => {
    for (const [code, target] of Object.entries({ ...HELP_LINKS, ...EMPTY_LINKS })) {
      for (const language of LANGUAGES) expect(fault(target, language), `${code}: ${target}`).toBeUndefined()
    }
  })

  it('have every picture that they show, and show every picture that is taken', () => {
    const shown = new Set(files.flatMap(({ text }) => [...text.matchAll(/:::picture ([\w-]+)/g)].map(([, name]) => name)))
    const listed = (JSON.parse(readFileSync(join(CONTENT, 'pictures/pictures.json'), 'utf8')) as Array<{ name: string }>).map(
      ({ name }) => name,
    )
    expect([...shown].toSorted()).toEqual(listed.toSorted())
    const taken = readdirSync(join(CONTENT, 'pictures')).filter((name) => name.endsWith('.webp'))
    expect(taken.toSorted()).toEqual(listed.flatMap((name) => LANGUAGES.map((language) => `${name}.${language}.webp`)).toSorted())
  })
})
