import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

/** Which room may know which. An arrow that is not here fails, and so does one that is not needed any more. */
const ROOMS: Record<string, string> = {
  api: 'i18n live',
  app: 'api features i18n pages ui',
  features: 'api i18n live rules ui',
  i18n: 'ui',
  live: 'api i18n ui',
  main: 'api app features i18n live ui',
  pages: 'api features i18n live rules ui',
  server: 'api app i18n',
  ui: 'api i18n rules',
}

const FEATURES: Record<string, string> = {
  account: 'cart catalogue way-in',
  brackets: 'tournaments',
  cart: 'catalogue',
  catalogue: 'favorites',
  desk: 'brackets matches registration tournaments',
  games: 'cart catalogue favorites',
  home: 'catalogue orders',
  inbox: 'account teams',
  matches: 'brackets messages notices tournaments',
  messages: 'profile',
  'my-tournaments': 'brackets matches tournaments',
  notices: 'account',
  orders: 'cart catalogue coupons mobile way-in',
  password: 'account mobile',
  profile: 'catalogue',
  registration: 'messages profile tournaments',
  sync: 'account way-in',
  teams: 'account tournaments',
  'tournament-form': 'account tournaments',
  tournaments: 'account',
}

const found = arrows()

test('a room knows what the list says and no more', () => {
  const rooms = found.filter(({ from, to }) => roomOf(from) !== roomOf(to))
  expect(tally(rooms, roomOf)).toEqual(ROOMS)
  const features = found.filter(({ from, to }) => roomOf(from) === 'features' && roomOf(to) === 'features')
  expect(tally(features, featureOf)).toEqual(FEATURES)
})

function roomOf(path: string): string {
  return path.split('/')[0]?.replace(/\.tsx?$/, '') ?? ''
}

function featureOf(path: string): string {
  return path.split('/')[1] ?? ''
}

function tally(all: { from: string; to: string }[], name: (path: string) => string): Record<string, string> {
  const known = new Map<string, Set<string>>()
  for (const { from, to } of all) {
    if (name(from) !== name(to)) known.set(name(from), (known.get(name(from)) ?? new Set()).add(name(to)))
  }
  return Object.fromEntries([...known].map(([from, to]) => [from, [...to].sort().join(' ')]))
}

/** Every import of the sources; tests and what they share may know everything. */
function arrows(): { from: string; to: string }[] {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path))
  const sources = files.filter((path) => !/\.test\.tsx?$|^testing\//.test(path))
  return sources.flatMap((from) => {
    const text = readFileSync(join('src', from), 'utf8')
    const named = [...text.matchAll(/(?:from|import)\s*\(?\s*['"](@\/[^'"]+|\.{1,2}\/[^'"]+)['"]/g)].map(([, path]) => path ?? '')
    return named.map((path) => ({ from, to: path.startsWith('@/') ? path.slice(2) : normalize(join(dirname(from), path)) }))
  })
}
