import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import type { Bracket, BracketEntrant, MatchShort, SurvivorGroup, SurvivorMap, Tournament } from '@/api/generated'
import { survivorMapSentLimits } from '@/api/limits.gen'
import { problemOf } from '@/api/problem'
import { gamesQuery } from '@/features/tournaments/queries'
import { useTexts } from '@/i18n'
import { useEntrantTexts } from '@/i18n/entrants'
import { Button } from '@/ui/button'
import { Chip } from '@/ui/chip'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/feedback'
import { useProblemText } from '@/ui/query-error'
import { Switch } from '@/ui/switch'
import { toast } from '@/ui/toast'
import { Falls } from './falls'
import { submitMap } from './calls'
import { draftOf, faults, toSend, type EntryRow, typedOf } from './map-entry'
import { EntryGrid } from './entry-grid'
import { clearDraft, loadDraft } from './saved-draft'
import { DraftState, useDraft } from './use-draft'

interface EntryDialogProps {
  tournament: Tournament
  bracket: Bracket
  group: SurvivorGroup
  /** The map that is entered first */
  map: number
  /** The tie-break heat: it has one map, and no other is entered beside it */
  tie?: number | undefined
  onEnd: () => void
}

/** Enters the maps of a group: choice of heat and map, and the grid. */
export function EntryDialog({ tournament, bracket, group, map: first, tie, onEnd }: EntryDialogProps) {
  const t = useEntrantTexts('competition')
  const [map, setMap] = useState(first)
  const heats = group.heats.filter(({ extra }) => !extra)
  const [heatNumber, setHeat] = useState(
    () => tie ?? (heats.find(({ maps }) => maps.every((each) => each.map !== first || each.state === 'draft')) ?? heats[0])?.heat,
  )
  const heat = group.heats.find((each) => each.heat === heatNumber)
  if (!heat) return null
  const sent = heat.maps.find((each) => each.map === map)
  const most = Math.max(bracket.settings.maps ?? 1, map)
  return (
    <Entry
      key={`${heat.matchId} ${map}`}
      tournament={tournament}
      bracket={bracket}
      matchId={heat.matchId}
      map={map}
      sent={sent}
      lobby={heat.entrants}
      title={tie ? t('entry.titleTie') : heats.length > 1 ? t('entry.titleHeat', { map, heat: heat.heat }) : t('entry.title', { map })}
      onEnd={onEnd}
    >
      {heats.length > 1 && !tie && (
        <Choose label={t('entry.heats')}>
          {heats.map((each) => (
            <span key={each.heat} className="flex-none whitespace-nowrap">
              <Chip checked={each === heat} onChoose={() => setHeat(each.heat)} label={String(each.heat)} />
            </span>
          ))}
        </Choose>
      )}
      {!tie && (
        <Choose label={t('entry.maps')}>
          {Array.from({ length: most }, (_, index) => index + 1).map((each) => {
            const state = heat.maps.find((known) => known.map === each)?.state
            return (
              <span key={each} className="flex-none whitespace-nowrap">
                <Chip
                  checked={each === map}
                  onChoose={() => setMap(each)}
                  label={state ? `${each} ${state === 'published' ? '✓' : `· ${t('entry.draft')}`}` : String(each)}
                />
              </span>
            )
          })}
        </Choose>
      )}
    </Entry>
  )
}

function Choose({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div role="group" aria-label={label} className="flex items-center gap-2 overflow-x-auto p-0.5">
      <span className="flex-none text-sm text-mute">{label}</span>
      {children}
    </div>
  )
}

interface EntryProps {
  tournament: Tournament
  bracket: Bracket
  matchId: number
  map: number
  sent: SurvivorMap | undefined
  lobby: readonly number[]
  title: string
  onEnd: () => void
  children: React.ReactNode
}

function Entry({ tournament, bracket, matchId, map, sent, lobby, title, onEnd, children }: EntryProps) {
  const t = useEntrantTexts('competition')
  const common = useTexts('common')
  const problemText = useProblemText()
  const queries = useQueryClient()
  const reasonId = useId()
  const version = sent?.version ?? 0
  const entrants = useEntrants(bracket, lobby)
  const out = entrants.flatMap(({ contestantId, out: gone }) => (gone ? [contestantId] : []))
  const [restored] = useState(() => loadDraft(matchId, map, version, lobby))
  const [rows, setRows] = useState<EntryRow[]>(() => restored ?? typedOf(lobby, sent?.results ?? [], out))
  const [penalties, setPenalties] = useState(() => rows.some(({ penalty }) => penalty !== ''))
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const replaces = sent?.state === 'published'
  const found = faults(rows, tournament.mainPlayers)
  const table = usePointTable(tournament, bracket)
  const draft = useDraft({ matchId, map, version, rows, draft: replaces ? undefined : draftOf(rows, tournament.mainPlayers) })
  const again = () => void queries.invalidateQueries({ queryKey: ['bracket', tournament.id] })
  const end = () => {
    again()
    onEnd()
  }
  const [falls, setFalls] = useState<{ matches: MatchShort[]; stages: number[]; maps: number[] }>()
  const publish = useMutation({
    mutationFn: async () => {
      const now = await draft.stop()
      return submitMap(matchId, {
        map,
        results: toSend(rows),
        version: now,
        ...(needsReason && { reason: reason.trim() }),
        ...(falls && { cascade: true }),
      })
    },
    onSuccess: () => {
      clearDraft(matchId, map)
      void toast(t('entry.done', { map }), { tone: 'success' })
      end()
    },
    onError: (error) => {
      const { code, body } = problemOf(error)
      if (code !== 'match_results_fall') return
      setFalls({
        matches: (body.falls ?? []) as MatchShort[],
        stages: (body.laterStages ?? []) as number[],
        maps: (body.maps ?? []) as number[],
      })
    },
  })
  // Focuses the first field, not the scrolling box around it.
  useEffect(() => document.getElementById('entry-0-place')?.focus(), [])
  const needsReason = replaces || rows.some(({ penalty }) => penalty.trim() !== '')
  const lacksReason = needsReason && !reason.trim()
  const send = () => {
    setTried(true)
    const [fault] = found
    if (fault) document.getElementById(`entry-${fault.at ?? 0}-${fault.of}`)?.focus()
    else if (lacksReason) document.getElementById(reasonId)?.focus()
    else publish.mutate()
  }
  const done = rows.filter(({ absent, place }) => absent || place !== '').length
  const kills = rows.reduce((sum, { kills: of, absent }) => sum + (absent ? 0 : Number(of) || 0), 0)
  return (
    <Dialog
      open
      onClose={end}
      width={700}
      title={title}
      actions={
        <>
          <p role="status" className="mr-auto self-center text-sm text-mute">
            <DraftState draft={draft} />
          </p>
          <Button onClick={end}>{common('action.close')}</Button>
          <Button look={falls ? 'danger' : 'primary'} busy={publish.isPending} onClick={send}>
            {falls ? t('entry.cascade') : replaces ? t('entry.replace') : t('entry.publish', { map })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {children}
        {restored && <Notice>{t('entry.restored')}</Notice>}
        <p className="text-sm text-mute max-sm:hidden">{t('entry.help')}</p>
        <EntryGrid
          rows={rows}
          entrants={entrants}
          penalties={penalties}
          faults={tried ? found : found.filter(({ code }) => code !== 'missing' && code !== 'leftOut')}
          table={table}
          onRows={(next) => {
            setRows(next)
            draft.changed(next)
          }}
        />
        <p className="flex flex-wrap justify-between gap-x-6 text-sm text-mute">
          <span>{t('entry.filled', { done, count: rows.length })}</span>
          <span>{t('entry.kills', { count: kills })}</span>
        </p>
        <Switch label={t('entry.penalties')} checked={penalties} onChange={setPenalties} />
        {needsReason && (
          <div>
            {replaces && <p className="mb-3 text-mute">{t('entry.effect')}</p>}
            <label htmlFor={reasonId} className="num mb-1.5 block">
              {t(replaces ? 'entry.reason' : 'entry.reasonPenalty')}
            </label>
            <textarea
              id={reasonId}
              rows={2}
              maxLength={survivorMapSentLimits.reason}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
              aria-invalid={(tried && lacksReason) || undefined}
              aria-describedby={`${reasonId}-note`}
              className="w-full rounded-control bg-ground px-4 py-2 ring-1 ring-control ring-inset focus-visible:ring-2 focus-visible:ring-lime focus-visible:outline-none aria-invalid:ring-red"
            />
            <p id={`${reasonId}-note`} className={tried && lacksReason ? 'text-sm text-red' : 'text-sm text-mute'}>
              {t(tried && lacksReason ? 'reason.needed' : replaces ? 'entry.reasonNote' : 'reason.note')}
            </p>
          </div>
        )}
        {tried && found.length > 0 && <Notice tone="error">{t('entry.faults', { count: found.length })}</Notice>}
        {falls && <Falls falls={falls.matches} laterStages={falls.stages} maps={falls.maps} />}
        {publish.error && problemOf(publish.error).code !== 'match_results_fall' && (
          <Notice tone="error">{problemText(problemOf(publish.error))}</Notice>
        )}
      </div>
    </Dialog>
  )
}

/** Returns the entrants of the lobby, in its order. */
function useEntrants({ entrants }: Bracket, lobby: readonly number[]): BracketEntrant[] {
  const by = new Map(entrants.map((each) => [each.contestantId, each]))
  return lobby.flatMap((id) => by.get(id) ?? [])
}

/** Returns the points of places and kills from the game's own table; undefined until it is loaded. */
export function usePointTable(tournament: Tournament, { settings }: Bracket) {
  const { data } = useQuery(gamesQuery)
  return data?.items.find(({ id }) => id === tournament.game.id)?.pointTables.find(({ code }) => code === settings.pointTable)
}
