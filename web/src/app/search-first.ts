import { KINDS, type Kind } from '@/features/catalogue/queries'

// A page's query string: whatever is not understood is left out.

export type Found = Record<string, unknown>
export type Given<Name extends string> = { [Key in Name]?: string }

/** What stands there under these names. */
export const given =
  <Name extends string>(...names: Name[]) =>
  (found: Found) =>
    Object.fromEntries(names.filter((name) => found[name]).map((name) => [name, String(found[name])])) as Given<Name>

export function gamesSearch(found: Found): { kind?: Kind } {
  const kind = KINDS.find((known) => known === found.kind)
  return kind ? { kind } : {}
}

export const gameSearch = (found: Found): { product?: number; player?: string; server?: string } => ({
  ...(Number(found.product) > 0 && { product: Number(found.product) }),
  ...given('player', 'server')(found),
})
