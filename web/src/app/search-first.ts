import { KINDS, type Kind } from '@/features/catalogue/queries'

// A page's query string; parameters that are not understood are left out.

export type RawSearch = Record<string, unknown>
export type StringParams<Name extends string> = { [Key in Name]?: string }

/** Returns the parameters of these names. */
export const stringParams =
  <Name extends string>(...names: Name[]) =>
  (found: RawSearch) =>
    Object.fromEntries(names.filter((name) => found[name]).map((name) => [name, String(found[name])])) as StringParams<Name>

export function gamesSearch(found: RawSearch): { kind?: Kind } {
  const kind = KINDS.find((known) => known === found.kind)
  return kind ? { kind } : {}
}

export const gameSearch = (found: RawSearch): { product?: number; player?: string; server?: string } => ({
  ...(Number(found.product) > 0 && { product: Number(found.product) }),
  ...stringParams('player', 'server')(found),
})
