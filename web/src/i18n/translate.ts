import type { Language } from './language'

/** Values for `{{name}}` in a text; `count` also chooses between one and many, `context` between texts of one name (`heading_team`). */
export type Values = Readonly<Record<string, unknown>>

const PLACE = /\{\{\s*(\w+)\s*\}\}/g

/** Returns the text of a key such as `footer.by`, filled in; a list of texts as it is. Undefined if the file has none. */
export function translate(file: object | undefined, key: string, values: Values, language: Language): string | unknown[] | undefined {
  const { count, context } = values
  const isOne = language === 'en' && Math.abs(Number(count)) === 1
  const plurals = typeof count !== 'number' ? [''] : isOne ? ['_one', '_other', ''] : ['_other', '']
  const forms = context ? [...plurals.map((plural) => `_${String(context)}${plural}`), ...plurals] : plurals
  const path = key.split('.')
  const name = path.pop() ?? ''
  const part = path.reduce<unknown>((found, step) => (found as Record<string, unknown> | undefined)?.[step], file)
  const found = forms.map((form) => (part as Record<string, unknown> | undefined)?.[name + form]).find((text) => text !== undefined)
  if (Array.isArray(found)) return found
  if (typeof found !== 'string') return undefined
  return found.replace(PLACE, (_, place: string) => String(values[place] ?? ''))
}
