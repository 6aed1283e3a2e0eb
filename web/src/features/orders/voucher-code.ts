/** Characters that look alike, with the key of the text that says which one it is. */
const ALIKE = { '0': 'zero', O: 'o', '1': 'one', I: 'i', l: 'l', '5': 'five', S: 's', '8': 'eight', B: 'b' } as const

type AlikeName = (typeof ALIKE)[keyof typeof ALIKE]

/** A look-alike character of a code, with its places. */
export interface Alike {
  character: string
  name: AlikeName
  /** From 1, separators not counted */
  places: number[]
}

/** Returns a code without its separators, as redeem pages take it. */
export function compact(code: string): string {
  return code.replace(/[-\s]/g, '')
}

/** Splits a code into groups of four, for reading aloud. */
export function groupsOf(code: string): string[] {
  const whole = compact(code)
  return whole.match(/.{1,4}/gu) ?? [whole]
}

export function isAlike(character: string): boolean {
  return character in ALIKE
}

/** Returns the look-alike characters of a code, in the order in which they first appear. */
export function alikesOf(code: string): Alike[] {
  const found = new Map<string, Alike>()
  for (const [index, character] of [...compact(code)].entries()) {
    if (!isAlike(character)) continue
    const entry = found.get(character) ?? { character, name: ALIKE[character as keyof typeof ALIKE], places: [] }
    entry.places.push(index + 1)
    found.set(character, entry)
  }
  return [...found.values()]
}
