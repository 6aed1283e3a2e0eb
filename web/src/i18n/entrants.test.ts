import { describe, expect, it } from 'vitest'

const files = import.meta.glob<{ default: object }>('./{th,en}/*.ts', { eager: true })

/** Paths of all texts, without their form of plural. */
function paths(part: object, before = ''): string[] {
  return Object.entries(part).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? paths(value as object, `${before}${key}.`)
      : [`${before}${key.replace(/_(one|other)$/, '')}`],
  )
}

/** A status is not a text for teams. */
const OTHERS = ['status.incomplete_team']
const bare = (path: string) => path.replace(/_(team|player)$/, '')
const textsOf = (language: string, name: string) =>
  paths(files[`./${language}/${name}.ts`]?.default ?? {}).filter((path) => !OTHERS.includes(path))

describe.each(['th', 'en'])('texts in %s', (language) => {
  const names = Object.keys(files).flatMap((path) => path.match(new RegExp(`^\\./${language}/(\\w+)\\.ts$`))?.[1] ?? [])
  const other = language === 'th' ? 'en' : 'th'

  it.each(names)('%s names teams and players alike, and all that the other language does', (name) => {
    const all = new Set(textsOf(language, name))
    const kinds = [...all].filter((path) => bare(path) !== path)
    expect(kinds.filter((path) => !all.has(`${bare(path)}_team`) || !all.has(`${bare(path)}_player`))).toEqual([])
    expect(
      kinds.filter((path) => all.has(bare(path))),
      'a third text that nobody sees',
    ).toEqual([])
    const there = new Set(textsOf(other, name).map(bare))
    expect([...all].map(bare).filter((path) => !there.has(path))).toEqual([])
  })
})
