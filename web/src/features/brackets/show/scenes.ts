import type { Bracket } from '@/api/generated'
import { lastResults, nextMatches } from './current'
import { pagesOf, type TreePage } from './tree-pages'

/** A scene that a television shows for a while. */
export type Scene =
  | ({ kind: 'tree' } & TreePage)
  | { kind: 'tables'; key: string; groups: number[] }
  | { kind: 'board'; key: string; group: number; from: number }
  | { kind: 'next'; key: string }
  | { kind: 'results'; key: string }

/** Rows that are readable from five metres. */
export const ROWS = 12
const TABLES = 2
const SMALL = 6

/** Returns the scenes of a stage, in their order of rotation. */
export function scenesOf(bracket: Bracket): Scene[] {
  const { matches, groups, survivor } = bracket
  const scenes: Scene[] = []
  for (const { group, lines } of survivor) {
    for (let from = 0; from < lines.length; from += ROWS) scenes.push({ kind: 'board', key: `board ${group} ${from}`, group, from })
  }
  // Two small tables beside each other, a larger one alone.
  for (let at = 0; at < groups.length; ) {
    const many = groups.slice(at, at + TABLES).every(({ lines }) => lines.length <= SMALL) ? TABLES : 1
    const shown = groups.slice(at, at + many).map(({ group }) => group)
    scenes.push({ kind: 'tables', key: `tables ${shown.join(' ')}`, groups: shown })
    at += many
  }
  if (groups.length === 0 && survivor.length === 0) {
    for (const page of pagesOf(matches)) scenes.push({ kind: 'tree', ...page })
  }
  if (survivor.length === 0) {
    if (nextMatches(matches, 1).length > 0) scenes.push({ kind: 'next', key: 'next' })
    if (lastResults(matches, 1).length > 0) scenes.push({ kind: 'results', key: 'results' })
  }
  return scenes
}
