import type { EntryRow } from './map-entry'

/** Names under which a promoter's sheet may list an entrant. */
export interface LobbyEntrant {
  contestantId: number
  name: string
  shortName: string
}

const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s"'._\-–]+/g, '')

export interface PasteResult {
  rows: EntryRow[]
  /** Number of rows filled. */
  filled: number
  /** Names that match no entrant of the lobby. */
  unknown: string[]
}

/**
 * Fills the grid from rows of a spreadsheet. `name, place, kills` in any order of rows, or `place, kills` from the current row downwards. A tab,
 * a comma or a semicolon separates cells.
 */
export function paste(text: string, rows: readonly EntryRow[], from: number, lobby: readonly LobbyEntrant[]): PasteResult {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.split(/\t|;|,/).map((part) => part.trim()))
    .filter((parts) => parts.some(Boolean))
  const next = rows.map((row) => ({ ...row }))
  const unknown: string[] = []
  let filled = 0
  let below = from
  for (const parts of lines) {
    const numbers = parts.filter((part) => /^\d+$/.test(part))
    const name = parts.find((part) => part !== '' && !/^[-−]?\d+$/.test(part))
    const known = lobby.find((each) =>
      parts.some((part) => part !== '' && [each.name, each.shortName].some((own) => plain(own) === plain(part))),
    )
    // The sheet's own header.
    if (!known && numbers.length === 0) continue
    const at = known ? next.findIndex(({ contestantId }) => contestantId === known.contestantId) : name === undefined ? below++ : -1
    const row = next[at]
    const values = known ? numbersBeside(parts, known) : numbers
    if (!row || values.length === 0) {
      if (name !== undefined && !known) unknown.push(name)
      continue
    }
    const [place = '', kills] = values
    row.place = String(Number(place))
    if (kills !== undefined) row.kills = String(Number(kills))
    row.absent = false
    filled += 1
  }
  return { rows: next, filled, unknown }
}

/** The numbers of a line, except in its name ("100 Thieves" holds none, "1907" does). */
function numbersBeside(parts: readonly string[], { name, shortName }: LobbyEntrant): string[] {
  const own = parts.findIndex((part) => [name, shortName].some((each) => plain(each) === plain(part)))
  return parts.filter((part, index) => index !== own && /^\d+$/.test(part))
}

/** Whether more than one cell was pasted. */
export const isTable = (text: string): boolean => /[\t\n;,]/.test(text.trim())
