import { readFileSync } from 'node:fs'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, render } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { queries } from '@/api/queries'
import { pages } from '@/app/pages-design'
import { changeLanguage, startTexts, texts } from '@/i18n'
import type { Language } from '@/i18n/language'
import { GROUPS } from './groups'
import { DesignPage } from './page'
import { GLYPHS, MOTIFS } from './shapes'
import { COLORS, SIZES } from './tokens'

// Vitest empties stylesheets.
vi.mock('@/ui/styles.css?raw', () => ({ default: readFileSync('src/ui/styles.css', 'utf8') }))

const entries = GROUPS.flatMap((group) => group.entries)

/** The components of `src/ui`, by file. */
const components = import.meta.glob<string>(['../../ui/**/*.tsx', '!**/*.test.tsx'], { query: '?raw', import: 'default', eager: true })
const files = Object.keys(components).map((path) => path.replace(/^.*\/ui\/|\.tsx$/g, ''))

describe('the list', () => {
  it('has every file of components in src/ui, and no other', () => {
    expect([...new Set(entries.flatMap((entry) => entry.files))].sort()).toEqual(files.sort())
  })
  it('has every anchor once', () => {
    const ids = [...GROUPS, ...entries].map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)])
  })
})

/** Components that something else shows, and how the page has it shown. */
const INDIRECT: Readonly<Record<string, string>> = {
  AlertDialog: 'showAlert(',
  Combobox: '<LazyCombobox',
  HelpLink: '<ReadHow',
  LoadingOverlay: 'covered(',
  Toaster: 'toast(',
}

describe('every component of src/ui is on the page', () => {
  const own = import.meta.glob<string>('./*.tsx', { query: '?raw', import: 'default', eager: true })
  const source = Object.entries(own)
    .filter(([path]) => !path.endsWith('.test.tsx'))
    .map(([, text]) => text)
    .join('\n')
  const names = Object.values(components).flatMap((text) =>
    [...text.matchAll(/^export (?:default )?(?:function|const) ([A-Z]\w*[a-z]\w*)/gm)].map(([, name = '']) => name),
  )
  it.each(names)('%s', (name) => {
    const sought = INDIRECT[name] ?? `<${name}`
    expect(
      source.split(sought).some((after) => /^\W/.test(after) || sought.endsWith('(')),
      `no ${sought} in features/design`,
    ).toBe(true)
  })
})

it('knows every shape of glyphs.svg', () => {
  const shapes = [...readFileSync('public/glyphs.svg', 'utf8').matchAll(/ id="([\w-]+)"/g)].map(([, id = '']) => id)
  expect(shapes.sort()).toEqual([...GLYPHS, ...MOTIFS.map((motif) => `motif-${motif}`), 'card'].sort())
})

it('reads the tokens of the theme', () => {
  expect(COLORS.map(({ name }) => name)).toContain('lime-dim')
  expect(SIZES.map(({ name }) => name)).toEqual(['xs', 'sm', 'base', 'lg', 'xl', '2xl', '3xl', '4xl'])
})

beforeAll(() => {
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})
it('shows every entry in both languages', async () => {
  const complaints = vi.spyOn(console, 'error')
  const route = pages.find(({ options }) => 'path' in options && options.path === '/design')
  await startTexts('th')
  await texts(...(route?.options.staticData?.texts ?? []))()
  const router = createRouter({ routeTree: createRootRoute({ component: DesignPage }), history: createMemoryHistory() })
  await act(async () => {
    render(
      <QueryClientProvider client={queries}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>,
    )
    await router.load()
  })
  expectEntries('th')
  await act(() => changeLanguage('en'))
  expectEntries('en')
  expect(complaints.mock.calls).toEqual([])
})

function expectEntries(language: Language) {
  for (const { id, name } of entries) {
    const section = document.getElementById(id)
    expect(section?.querySelector('h3')?.textContent).toBe(typeof name === 'string' ? name : name[language])
    expect(section?.querySelector('.design-states')?.textContent).not.toBe('')
  }
}
