/** The input on a game's page. */
export interface SavedChoice {
  typed: string
  server: string
  quantity: number
}

const KEY = 'manao.choosing'
const GAMES = 12

type SavedChoices = Record<string, SavedChoice & { whose?: number | undefined }>

function read(): SavedChoices {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as SavedChoices
  } catch {
    return {}
  }
}

/** Kept in this tab, for a reload, a sign-in, and the browser's Back. */
export function saveChoice(game: string, whose: number | undefined, choice: SavedChoice): void {
  const { [game]: _, ...others } = read()
  const kept: SavedChoices = { ...Object.fromEntries(Object.entries(others).slice(1 - GAMES)), [game]: { ...choice, whose } }
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // Storage may be refused; then it is typed again.
  }
}

/** Returns the saved input: a visitor's is kept for the user who signs in; a member's is theirs alone. */
export function loadChoice(game: string, me: number | undefined): SavedChoice | undefined {
  const kept = read()[game]
  return kept && (kept.whose === undefined || kept.whose === me) ? kept : undefined
}
