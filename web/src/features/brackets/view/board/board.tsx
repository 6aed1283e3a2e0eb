import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { Bracket, SurvivorGroup, TournamentStageSettings } from '@/api/generated'
import { useTexts } from '@/i18n'
import { centre } from '@/ui/centre'
import { Chip } from '@/ui/chip'
import { cx } from '@/ui/cx'
import { Notice } from '@/ui/feedback'
import { LotNote } from '../lot-note'
import { lookupOf, outOf } from '../../rounds'
import { groupName } from '../../labels'
import { BoardTable } from './board-table'
import { Facts } from './facts'
import { boardAfter, type BoardRow, moves, publishedMaps } from './rows'

interface BoardProps {
  bracket: Bracket
  mine?: number | undefined
  /** The actions of staff on a group */
  acts?: ((group: SurvivorGroup) => ReactNode) | undefined
}

/** A survivor stage: the board of a group, live, and as of each map. */
export function Board({ bracket, mine, acts }: BoardProps) {
  const t = useTexts('boards')
  const groups = bracket.survivor
  const own = groups.find(({ lines }) => lines.some(({ contestantId }) => contestantId === mine))?.group
  const [chosen, setChosen] = useState(own ?? groups[0]?.group)
  const group = groups.find((each) => each.group === chosen) ?? groups[0]
  if (!group) return null
  return (
    <div className="flex flex-col gap-5">
      {groups.length > 1 && (
        <div
          role="group"
          aria-label={t('group.choose')}
          className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 md:mx-0 md:flex-wrap md:px-0 print:hidden"
        >
          {groups.map((each) => (
            <span key={each.group} className="flex-none">
              <Chip
                checked={each.group === group.group}
                onChoose={() => setChosen(each.group)}
                label={t('group.name', { name: groupName(each.group) })}
              />
            </span>
          ))}
        </div>
      )}
      <Group key={group.group} bracket={bracket} group={group} mine={mine} acts={acts} />
    </div>
  )
}

function Group({ bracket, group, mine, acts }: BoardProps & { group: SurvivorGroup }) {
  const t = useTexts('boards')
  const { settings } = bracket
  const entrant = useMemo(() => lookupOf(bracket).entrant, [bracket])
  const out = useMemo(() => outOf(bracket.entrants), [bracket])
  const published = publishedMaps(group).at(-1) ?? 0
  const [asked, setAsked] = useState<number>()
  // The earlier view ends by itself once its map is gone.
  const until = asked !== undefined && asked < published ? asked : published
  const back = until < published
  const rows: BoardRow[] = useMemo(
    () => (back ? boardAfter(group, until, settings, out) : group.lines),
    [back, group, until, settings, out],
  )
  const moved = useMemo(
    () => (until > 1 ? moves(boardAfter(group, until - 1, settings, out), rows) : new Map<number, number>()),
    [group, until, rows, settings, out],
  )
  const name = (id: number) => entrant.get(id)?.name ?? ''
  const label = bracket.survivor.length > 1 ? t('group.name', { name: groupName(group.group) }) : t('board.label')
  return (
    <section aria-label={label} className="flex flex-col gap-4">
      {acts?.(group)}
      <Facts bracket={bracket} group={group} rows={group.lines} played={published} out={out} name={name} />
      {published > 1 && <Maps published={published} until={until} onChoose={setAsked} />}
      {back && (
        <p role="status" className="text-sm text-amber">
          {t('board.looking', { map: until })}
        </p>
      )}
      <BoardTable
        group={group}
        rows={rows}
        moved={moved}
        until={until}
        now={!back}
        best={settings.bestMaps}
        killPoints={1}
        entrant={entrant}
        caption={t('board.caption', { name: label })}
        mine={mine}
      />
      <Tie group={group} name={name} />
      <TieMaps group={group} name={name} />
      {group.lotSeed && <LotNote seed={group.lotSeed} />}
      <Legend settings={settings} />
    </section>
  )
}

/** Chooses the map to view the board after; the last one is the current state. */
function Maps({ published, until, onChoose }: { published: number; until: number; onChoose: (map: number | undefined) => void }) {
  const t = useTexts('boards')
  const row = useRef<HTMLDivElement>(null)
  // On a phone the newest map lies beyond the edge.
  useEffect(() => {
    centre(row.current, '[aria-pressed=true]')
  }, [published])
  return (
    <div role="group" aria-label={t('board.after')} className="flex items-center gap-3 print:hidden">
      <span className="flex-none text-sm text-mute">{t('board.after')}</span>
      <div ref={row} className="flex overflow-x-auto rounded-control ring-1 ring-control ring-inset">
        {Array.from({ length: published }, (_, index) => index + 1).map((map) => (
          <button
            key={map}
            type="button"
            aria-pressed={map === until}
            onClick={() => onChoose(map === published ? undefined : map)}
            className={cx(
              'num size-11 flex-none rounded-control text-sm focus-visible:-outline-offset-2',
              map === until ? 'bg-raise text-text ring-2 ring-text ring-inset' : 'text-mute hover:text-text',
            )}
          >
            {map}
          </button>
        ))}
      </div>
    </div>
  )
}

function Tie({ group, name }: { group: SurvivorGroup; name: (id: number) => string }) {
  const t = useTexts('boards')
  const tied = group.cutTie ?? []
  if (tied.length === 0 || !group.complete) return null
  return <Notice tone="warn">{t('tie.text', { names: tied.map(name).join(', ') })}</Notice>
}

/** Tie-break maps, and their results. */
function TieMaps({ group, name }: { group: SurvivorGroup; name: (id: number) => string }) {
  const t = useTexts('boards')
  return group.heats
    .filter(({ extra }) => extra)
    .map(({ matchId, entrants, maps }) => {
      const played = maps.find(({ state }) => state === 'published')
      const order = played?.results.toSorted((one, other) => (one.place ?? 999) - (other.place ?? 999))
      return (
        <div key={matchId} className="rounded-panel border border-line bg-panel p-4">
          <p className="font-semibold">{t('board.tieMap')}</p>
          {order ? (
            <ol className="flex flex-wrap gap-x-6">
              {order.map(({ contestantId, place }) => (
                <li key={contestantId}>
                  <span className="num">{place ?? '–'}</span> {name(contestantId)}
                </li>
              ))}
            </ol>
          ) : (
            <p className="text-mute">{t('tie.matches', { names: entrants.map(name).join(', ') })}</p>
          )}
        </div>
      )
    })
}

const USUAL = ['wins', 'kills', 'last_map'] as const

function Legend({ settings: { tieOrder, bestMaps } }: { settings: TournamentStageSettings }) {
  const t = useTexts('boards')
  const order = tieOrder && tieOrder.length > 0 ? tieOrder : USUAL
  const list = order.map((by) => t(`rule.${by}`)).join(t('rule.next'))
  return (
    <div className="flex flex-wrap justify-between gap-x-8 gap-y-2 text-sm text-mute">
      <p className="flex flex-wrap items-center gap-x-6 gap-y-1 max-md:hidden">
        <span>
          <span className="num text-text">19</span> <span className="num text-xs">#1·7</span> {t('board.legend')}
        </span>
        <span>
          <span className="num rounded bg-text px-1.5 py-0.5 text-ink">19</span> {t('board.legendWon')}
        </span>
        {bestMaps && (
          <span>
            <span className="num text-control line-through">4</span> {t('board.legendOut')}
          </span>
        )}
      </p>
      <p>{t('board.tieOrder', { list })}</p>
    </div>
  )
}
