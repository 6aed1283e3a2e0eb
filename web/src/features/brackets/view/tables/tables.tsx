import type { Bracket, BracketGroup, BracketMatch } from '@/api/generated'
import { type ReactNode, useMemo, useState } from 'react'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Chip } from '@/ui/chip'
import { Notice } from '@/ui/feedback'
import { Tag } from '@/ui/tag'
import { LotNote } from '../lot-note'
import { lookupOf } from '../../rounds'
import { groupName, useBracketLabels } from '../../labels'
import { CrossTable } from './cross-table'
import { GroupMatches } from './group-matches'
import { RulesNote } from './rules-note'
import { StandingsTable } from './standings-table'

interface TablesProps {
  bracket: Bracket
  /** The viewer's entrant: its row is marked, and its group comes first. */
  mine?: number | undefined
  /** The group shown, 0 for all of them; the viewer's own by default. */
  chosen?: number | undefined
  onChoose: (group: number) => void
  onMatch: (match: BracketMatch) => void
  /** The actions of staff on a group, beside its name. */
  acts?: ((group: BracketGroup) => ReactNode) | undefined
}

/** From so many groups on, they are paged. */
const PER_PAGE = 8

/** A round robin: the tables of all groups, or one group with its matches. */
export function Tables({ bracket, mine, chosen, onChoose, onMatch, acts }: TablesProps) {
  const t = useTexts('boards')
  const { groups } = bracket
  const own = groups.find(({ entrants }) => mine !== undefined && entrants.includes(mine))?.group
  const only = groups.length === 1 ? groups[0] : groups.find(({ group }) => group === (chosen ?? own))
  return (
    <div className="flex flex-col gap-6">
      {groups.length > 1 && (
        <div
          role="group"
          aria-label={t('group.choose')}
          className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 md:mx-0 md:flex-wrap md:px-0 print:hidden"
        >
          {[undefined, ...groups].map((each) => (
            <span key={each?.group ?? 'all'} className="flex-none">
              <Chip
                checked={each ? only?.group === each.group : !only}
                onChoose={() => onChoose(each?.group ?? 0)}
                label={each ? groupName(each.group) : t('group.all')}
              />
            </span>
          ))}
        </div>
      )}
      {only ? (
        <Group key={only.group} bracket={bracket} group={only} alone={groups.length === 1} mine={mine} onMatch={onMatch} acts={acts} />
      ) : (
        <All bracket={bracket} mine={mine} onOpen={onChoose} />
      )}
      <RulesNote settings={bracket.settings} />
    </div>
  )
}

function All({ bracket, mine, onOpen }: Pick<TablesProps, 'bracket' | 'mine'> & { onOpen: (group: number) => void }) {
  const t = useTexts('boards')
  const tournaments = useTexts('tournaments')
  const { groups } = bracket
  const entrant = useMemo(() => lookupOf(bracket).entrant, [bracket])
  const [page, setPage] = useState(0)
  const pages = Math.ceil(groups.length / PER_PAGE)
  const from = page * PER_PAGE
  return (
    <>
      <ul className="grid grid-cols-1 gap-x-12 gap-y-8 md:grid-cols-2">
        {groups.slice(from, from + PER_PAGE).map((group) => (
          <li key={group.group} className="@container break-inside-avoid">
            <h2 className="flex items-baseline justify-between gap-3">
              <button type="button" onClick={() => onOpen(group.group)} className="num min-h-11 text-lg hover:text-lime">
                {t('group.name', { name: groupName(group.group) })}
              </button>
              <GroupState group={group} />
            </h2>
            <StandingsTable group={group} entrant={entrant} caption={t('group.table', { name: groupName(group.group) })} mine={mine} />
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <nav aria-label={t('group.choose')} className="flex items-center justify-center gap-4">
          <Button disabled={page === 0} onClick={() => setPage(page - 1)}>
            {tournaments('previous')}
          </Button>
          <span className="text-mute">
            {t('group.page', { from: from + 1, to: Math.min(from + PER_PAGE, groups.length), count: groups.length })}
          </span>
          <Button disabled={page + 1 >= pages} onClick={() => setPage(page + 1)}>
            {tournaments('next')}
          </Button>
        </nav>
      )}
    </>
  )
}

function GroupState({ group: { closed, complete, winners } }: { group: BracketGroup }) {
  const t = useTexts('boards')
  if (closed) return <Tag>{t('group.closed')}</Tag>
  if (complete) return <Tag tone="amber">{t('group.complete')}</Tag>
  return winners ? <span className="text-sm font-normal text-mute">{t('group.winners', { count: winners })}</span> : null
}

/** A larger cross table would be illegible. */
const MOST_CROSSED = 12

function Group({
  bracket,
  group,
  alone,
  mine,
  onMatch,
  acts,
}: Omit<TablesProps, 'chosen' | 'onChoose'> & { group: BracketGroup; alone: boolean }) {
  const t = useTexts('boards')
  const seen = useMemo(() => lookupOf(bracket), [bracket])
  const labels = useBracketLabels(seen)
  const letter = groupName(group.group)
  const crossed = group.entrants.length > 2 && group.entrants.length <= MOST_CROSSED
  const title = alone ? t('group.only') : t('group.name', { name: letter })
  return (
    <div className="grid items-start gap-x-12 gap-y-6 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <div className="flex flex-col gap-6">
        <section aria-label={title} className="@container">
          <div className="mb-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <h2 className="text-xl">{title}</h2>
            <span className="flex items-center gap-3">
              <GroupState group={group} />
              {acts?.(group)}
            </span>
          </div>
          <StandingsTable group={group} entrant={seen.entrant} caption={t('group.table', { name: letter })} mine={mine} />
        </section>
        <TieNote bracket={bracket} group={group} names={(contestantId) => labels.slot({ contestantId })} />
        {group.lotSeed && <LotNote seed={group.lotSeed} />}
        {crossed && (
          <details className="print:hidden">
            <summary className="num flex min-h-11 items-center text-mute hover:text-text">{t('group.crossShow')}</summary>
            <CrossTable group={group} matches={bracket.matches} entrant={seen.entrant} caption={t('group.cross')} />
          </details>
        )}
      </div>
      <section aria-labelledby={`matches-${group.group}`} className="flex flex-col gap-3">
        <h2 id={`matches-${group.group}`} className="text-lg">
          {t('group.matches')}
        </h2>
        <GroupMatches group={group} matches={bracket.matches} labels={labels} mine={mine} onMatch={onMatch} />
      </section>
    </div>
  )
}

/** The tied entrants at the cut once all is played, and how the tie will be settled. */
function TieNote({ bracket, group, names }: { bracket: Bracket; group: BracketGroup; names: (id: number) => string }) {
  const t = useTexts('boards')
  const tied = group.cutTie ?? []
  if (tied.length === 0) return null
  const open = bracket.matches.some(({ extra, state, group: of }) => extra && of === group.group && state !== 'decided' && state !== 'void')
  if (!group.complete && !open) return null
  return <Notice tone="warn">{t(open ? 'tie.matches' : 'tie.text', { names: tied.map(names).join(', ') })}</Notice>
}
