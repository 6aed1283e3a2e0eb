import { createInstance } from 'i18next'
import { describe, expect, it } from 'vitest'
import { translate } from './translate'

const files = import.meta.glob<{ default: object }>('./{th,en}/*.ts', { eager: true })

/** Names of all texts, in every form. */
function keys(part: object, before = ''): string[] {
  return Object.entries(part).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? keys(value as object, `${before}${key}.`)
      : [`${before}${key}`, `${before}${key.replace(/(_(team|player))?(_(one|other))?$/, '')}`],
  )
}

/** A value for each place that any text of the file has, except those that choose the text. */
function placesOf(file: object): Record<string, string> {
  const names = Array.from(JSON.stringify(file).matchAll(/\{\{\s*(\w+)\s*\}\}/g), ([, name = '']) => name)
  return Object.fromEntries(names.filter((name) => name !== 'count').map((name) => [name, `«${name}»`]))
}

describe.each(['th', 'en'] as const)('texts in %s are those that i18next finds', (language) => {
  const own = Object.entries(files).flatMap(([path, { default: file }]) => {
    const name = new RegExp(`^\\./${language}/(\\w+)\\.ts$`).exec(path)?.[1]
    return name ? [{ name, file }] : []
  })
  it.each(own)('$name', async ({ file }) => {
    const other = createInstance()
    await other.init({ lng: language, resources: { [language]: { own: file } }, defaultNS: 'own', interpolation: { escapeValue: false } })
    const places = placesOf(file)
    const all = new Set(keys(file))
    for (const key of all) {
      const hasForms = [...all].some((form) => form.startsWith(`${key}_`))
      for (const context of hasForms ? [undefined, 'team', 'player'] : [undefined]) {
        for (const count of hasForms ? [undefined, 0, 1, 2, 1.5] : [undefined, 1]) {
          const given = { ...places, ...(count !== undefined && { count }), ...(context && { context }) }
          const theirs = other.exists(key, given) ? other.t(key, given) : undefined
          const ours = translate(file, key, given, language)
          // i18next leaves the place of a missing value as it is, and shows the key of an empty text.
          if (ours === undefined) expect(theirs, key).toBeUndefined()
          else if (ours && !Array.isArray(ours)) expect(ours, `${key} ${context} ${count}`).toEqual(theirs?.replaceAll('{{count}}', ''))
        }
      }
    }
  })
})

it('a value is text, whatever it contains; a missing one is blank', () => {
  const file = { a: '{{x}} and {{ y }}', list: ['{{x}}'], part: { b: 'c' } }
  expect(translate(file, 'a', { x: '{{y}} $& $t(a)', y: 0 }, 'en')).toBe('{{y}} $& $t(a) and 0')
  expect(translate(file, 'a', { y: null }, 'en')).toBe(' and ')
  expect(translate(file, 'list', { x: 1 }, 'en')).toEqual(['{{x}}'])
  for (const absent of ['part', 'part.x', 'x.y.z', 'a.length']) expect(translate(file, absent, {}, 'en'), absent).toBeUndefined()
  expect(translate(undefined, 'a', {}, 'en')).toBeUndefined()
})
