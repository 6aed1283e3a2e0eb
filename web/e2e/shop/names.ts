import { randomInt } from 'node:crypto'

/** Six letters that no other name has, nor is one of them part of another: a shop outlives the worker that made something in it. */
export const mark = (): string => Array.from({ length: 6 }, () => String.fromCharCode(97 + randomInt(26))).join('')

/** Unique names, in both languages. */
export function newName(th: string, en: string): { th: string; en: string } {
  const own = mark()
  return { th: `${th} ${own}`, en: `${en} ${own}` }
}
