/** A row of the grid in which a map is entered, as it is typed. */
export interface EntryRow {
  contestantId: number
  place: string
  kills: string
  penalty: string
  absent: boolean
  shared: boolean
}

export interface MapResultRow {
  contestantId: number
  place: number | null
  kills: number
  shared?: boolean
  penalty?: number
}

export type Fault =
  | { at: number; of: 'place'; code: 'missing' | 'number' }
  | { at: number; of: 'place'; code: 'range'; most: number }
  | { at: number; of: 'place'; code: 'taken'; others: number[] }
  | { at: undefined; of: 'place'; code: 'leftOut'; place: number }
  | { at: number; of: 'kills'; code: 'number' }
  | { at: number; of: 'kills'; code: 'most'; most: number }
  | { at: number; of: 'penalty'; code: 'number' }

const whole = (text: string): number | undefined => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : undefined)

/** A penalty is deducted points: `-3`, `3` and `−3` mean the same. */
const taken = (text: string): number | undefined => {
  const bare = text.trim().replace(/^[-−]/, '')
  return bare === '' ? 0 : /^\d{1,3}$/.test(bare) ? Number(bare) : undefined
}

/** Validates a map by the server's rules, so that faults show before anything is sent. */
export function faults(rows: readonly EntryRow[], players: number): Fault[] {
  const started = rows.filter(({ absent }) => !absent)
  const mostKills = Math.min(999, Math.max(0, started.length - 1) * players)
  const found = rows.flatMap((row, at): Fault[] => {
    const own: Fault[] = []
    if (taken(row.penalty) === undefined) own.push({ at, of: 'penalty', code: 'number' })
    if (row.absent) return own
    const place = whole(row.place)
    const same = rows.flatMap((other, index) => (index !== at && !other.absent && whole(other.place) === place ? [index] : []))
    if (row.place.trim() === '') own.push({ at, of: 'place', code: 'missing' })
    else if (place === undefined) own.push({ at, of: 'place', code: 'number' })
    else if (place < 1 || place > started.length) own.push({ at, of: 'place', code: 'range', most: started.length })
    else if (same.length > 0 && !(row.shared && same.every((other) => rows[other]?.shared)))
      own.push({ at, of: 'place', code: 'taken', others: same })
    const kills = row.kills.trim() === '' ? 0 : whole(row.kills)
    if (kills === undefined) own.push({ at, of: 'kills', code: 'number' })
    else if (kills > mostKills) own.push({ at, of: 'kills', code: 'most', most: mostKills })
    return own
  })
  const gap = found.length === 0 ? leftOut(started) : undefined
  return gap === undefined ? found : [{ at: undefined, of: 'place', code: 'leftOut', place: gap }]
}

/** A shared place skips as many places as it has extra holders; any other gap is a mistake. */
function leftOut(started: readonly EntryRow[]): number | undefined {
  const places = started.map(({ place }) => Number(place)).sort((one, other) => one - other)
  const at = places.findIndex((place, index) => place !== index + 1 && !places.slice(0, index).includes(place))
  return at === -1 ? undefined : at + 1
}

/** Returns the rows of a grid that may be saved as a draft: those begun, if none has a fault. */
export function draftOf(rows: readonly EntryRow[], players: number): MapResultRow[] | undefined {
  const wrong = faults(rows, players).some(({ code }) => code !== 'missing' && code !== 'leftOut')
  const begun = rows.filter(({ absent, place }) => absent || place.trim() !== '')
  return wrong || begun.length === 0 ? undefined : toSend(begun)
}

/** Converts rows without faults into the request. */
export function toSend(rows: readonly EntryRow[]): MapResultRow[] {
  return rows.map(({ contestantId, place, kills, penalty, absent, shared }) => ({
    contestantId,
    place: absent ? null : Number(place),
    kills: absent ? 0 : Number(kills.trim() || 0),
    ...(shared && !absent && { shared }),
    ...((taken(penalty) ?? 0) > 0 && { penalty: -(taken(penalty) ?? 0) }),
  }))
}

interface Line {
  contestantId: number
  place?: number | null
  kills: number
  shared?: boolean | null
  penalty?: number | null
}

/** Restores rows sent before, for the entrants in the lobby; an entrant who left the tournament does not start. */
export function typedOf(entrants: readonly number[], sent: readonly Line[], out: readonly number[] = []): EntryRow[] {
  const by = new Map(sent.map((line) => [line.contestantId, line]))
  return entrants.map((contestantId) => {
    const line = by.get(contestantId)
    return {
      contestantId,
      place: line?.place ? String(line.place) : '',
      kills: line?.place ? String(line.kills) : '',
      penalty: line?.penalty ? String(Math.abs(line.penalty)) : '',
      absent: line === undefined ? out.includes(contestantId) : !line.place,
      shared: line?.shared ?? false,
    }
  })
}

/** Previews the points while typing; undefined until the place is valid. */
export function pointsOf(
  { place, kills, penalty, absent }: EntryRow,
  table: { points: readonly number[]; killPoints: number },
): number | undefined {
  const at = whole(place)
  if (absent) return -(taken(penalty) ?? 0)
  if (!at) return undefined
  return (table.points[at - 1] ?? 0) + (whole(kills) ?? 0) * table.killPoints - (taken(penalty) ?? 0)
}
