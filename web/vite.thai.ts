import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** The list that the server joins its texts by too. */
const list = readFileSync(join(import.meta.dirname, '../domain/thai_compounds.txt'), 'utf8')
const words = list
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((word) => [word.replaceAll('|', ''), word.replaceAll('|', '\u2060')] as const)

/** Words that no line may break inside, as they are written. */
export const COMPOUNDS: readonly string[] = words.map(([plain]) => plain)

const joined = new Map(words)
const longestFirst = new RegExp([...COMPOUNDS].sort((one, other) => other.length - one.length).join('|'), 'g')

/** The text as it is shown: no line breaks inside such a word. */
export const joinThai = (text: string): string => text.replace(longestFirst, (word) => joined.get(word) ?? word)

/** The Thai texts, as they are shown; done while building, so that no browser is sent the list. Tests read them as they are written. */
export const thaiWords: Plugin = {
  name: 'thai-words',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/i18n\/th\/\w+\.ts$/ },
    handler: (code) => (process.env.VITEST ? undefined : { code: joinThai(code), map: null }),
  },
}
