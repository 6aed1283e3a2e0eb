import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Bracket, BracketMatch, MatchGame, SurvivorHeat, TournamentLogEntry } from '@/api/generated'
import { useLanguage, useTexts } from '@/i18n'
import { ordinal } from '@/i18n/ordinal'
import { bracketQuery } from '@/features/brackets/queries'
import { type BracketLookup, lookupOf as knownOf, type Round, roundsOf } from '@/features/brackets/rounds'
import { groupName, useBracketLabels } from '@/features/brackets/labels'

/** A match, or a heat, that the log mentions. */
export interface LoggedMatch {
  bracket: Bracket
  known: BracketLookup
  match?: BracketMatch
  round?: Round
  heat?: SurvivorHeat
}

/** Loads all matches and heats of the published stages, by number, once the log mentions one. */
export function useLoggedMatches(tournamentId: number, wanted: boolean): ReadonlyMap<number, LoggedMatch> {
  const now = useQuery({ ...bracketQuery(tournamentId), enabled: wanted })
  const stages = (now.data?.stages ?? []).filter(({ state }) => state === 'published' || state === 'decided')
  const brackets = useQueries({ queries: stages.map(({ stage }) => bracketQuery(tournamentId, stage)), combine: loaded })
  return useMemo(() => new Map(brackets.flatMap(loggedMatchesOf)), [brackets])
}

const loaded = (each: ReadonlyArray<{ data: Bracket | undefined }>) => each.flatMap(({ data }) => data ?? [])

function loggedMatchesOf(bracket: Bracket): Array<[number, LoggedMatch]> {
  const known = knownOf(bracket)
  const matches = roundsOf(bracket.matches).flatMap((round) =>
    round.matches.map((match): [number, LoggedMatch] => [match.id, { bracket, known, match, round }]),
  )
  const heats = bracket.survivor.flatMap((group) =>
    group.heats.map((heat): [number, LoggedMatch] => [heat.matchId, { bracket, known, heat }]),
  )
  return [...matches, ...heats]
}

/** A result as the log stores it. */
interface Result {
  outcome: string | null
  homeScore: number | null
  awayScore: number | null
  winner: number | null
  games: Array<MatchGame | [number, number]> | null
}

interface MapLine {
  entrantId: number
  place: number
  kills: number
  penalty: number
}

/** A log entry of a match: the match, and its values before and after. */
export function MatchEntry({ told, entry }: { told: LoggedMatch; entry: TournamentLogEntry }) {
  const labels = useBracketLabels(told.known)
  const t = useTexts('desk')
  const boards = useTexts('boards')
  const [before, after] = [entry.before, entry.after] as [
    Record<string, unknown> | null | undefined,
    Record<string, unknown> | null | undefined,
  ]
  const group = told.bracket.survivor.find(({ heats }) => heats.some((heat) => heat === told.heat))
  const stage = told.bracket.stages.length > 1 && told.bracket.stages.find((each) => each.stage === told.bracket.stage)?.name
  const ofGroup = Number(after?.['group']) || group?.group
  const where =
    ofGroup && (after?.['group'] || told.heat)
      ? [
          boards('group.name', { name: groupName(ofGroup) }),
          group && group.heats.length > 1 && !after?.['group'] && told.heat && boards('board.heat', { heat: told.heat.heat }),
          Number(after?.['map']) > 0 && boards('board.map', { map: Number(after?.['map']) }),
        ]
      : told.match && told.round
        ? [
            labels.match(told.match.label),
            labels.round(told.round),
            t('log.sides', sidesOf(labels.slot(told.match.home), labels.slot(told.match.away))),
          ]
        : []
  return (
    <>
      <p className="text-sm break-words">{[stage, ...where].filter(Boolean).join(' · ')}</p>
      {isResult(after) && (
        <Changed before={isResult(before) ? <ResultWords result={before} told={told} /> : undefined}>
          <ResultWords result={after} told={told} />
        </Changed>
      )}
      {Array.isArray(after?.['results']) && (
        <MapLines before={before?.['results'] as MapLine[] | undefined} after={after['results'] as MapLine[]} known={told.known} />
      )}
      {Array.isArray(after?.['tied']) && after['tied'].length > 0 && (
        <p className="text-sm text-mute">
          {t(after['lot'] ? 'log.lot' : 'log.tied', { names: after['tied'].map((id) => labels.name(Number(id))).join(', ') })}
        </p>
      )}
    </>
  )
}

const sidesOf = (home: string, away: string) => ({ home, away })

const isResult = (value: unknown): value is Result => typeof value === 'object' && value !== null && 'outcome' in value

function Changed({ before, children }: { before: React.ReactNode; children: React.ReactNode }) {
  return (
    <p className="text-sm break-words">
      {before && (
        <>
          <span className="text-mute">{before}</span> →{' '}
        </>
      )}
      {children}
    </p>
  )
}

/** `2–0 (13–5, 13–7) Loei Hornets ชนะ`: the winner's name is as recorded then. */
function ResultWords({ result: { outcome, homeScore, awayScore, winner, games }, told }: { result: Result; told: LoggedMatch }) {
  const t = useTexts('desk')
  const brackets = useTexts('brackets')
  const name = winner === null ? '' : (told.known.entrant.get(winner)?.name ?? '')
  if (outcome === null) return t('log.noResult')
  if (outcome === 'double_forfeit') return brackets('outcome.double_forfeit')
  if (outcome === 'walkover') return brackets('score_.walkover', { name })
  const each = (games ?? []).map((game) => (Array.isArray(game) ? game : [game.home, game.away]).join('–')).join(', ')
  return [`${homeScore ?? 0}–${awayScore ?? 0}`, each && `(${each})`, name ? t('log.won', { name }) : t('log.drawn')]
    .filter(Boolean)
    .join(' ')
}

/** The lines of a map for each entrant; for a correction only the changed ones. */
function MapLines({ before, after, known }: { before: MapLine[] | undefined; after: MapLine[]; known: BracketLookup }) {
  const t = useTexts('desk')
  const language = useLanguage()
  const was = new Map((before ?? []).map((line) => [line.entrantId, line]))
  const said = (line: MapLine | undefined) =>
    line
      ? [
          t('log.line', { place: ordinal(line.place, language), kills: line.kills }),
          line.penalty > 0 && t('log.penalty', { penalty: line.penalty }),
        ]
          .filter(Boolean)
          .join(' ')
      : t('log.absent')
  const gone = (before ?? []).filter(({ entrantId }) => after.every((line) => line.entrantId !== entrantId))
  const lines = [
    ...after
      .toSorted((one, other) => one.place - other.place)
      .map((line) => ({ id: line.entrantId, was: was.get(line.entrantId), now: line })),
    ...gone.map((line) => ({ id: line.entrantId, was: line, now: undefined })),
  ].filter((line) => !before || said(line.was) !== said(line.now))
  if (lines.length === 0) return null
  return (
    <details className="text-sm" open={Boolean(before)}>
      <summary className="min-h-6 cursor-pointer text-mute hover:text-text">{t('log.lines', { count: lines.length })}</summary>
      <ul>
        {lines.map((line) => (
          <li key={line.id} className="break-words">
            {known.entrant.get(line.id)?.name}: {before && <span className="text-mute">{said(line.was)} → </span>}
            {said(line.now)}
          </li>
        ))}
      </ul>
    </details>
  )
}
