import { useQueryClient } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { type DeskEntrant, registrationUpdateQualifiers, type Tournament } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { useContent } from '@/i18n'
import { useEntrantTexts } from '@/i18n/entrants'
import { Button } from '@/ui/button'
import { Check } from '@/ui/check'
import { Chip } from '@/ui/chip'
import { EmptyState, Notice } from '@/ui/feedback'
import { Tag } from '@/ui/tag'
import { toast } from '@/ui/toast'
import { shown } from './filter'
import { entrantsQuery } from './queries'
import { ReasonDialog } from './reason-dialog'

interface StagesProps {
  tournament: Tournament
  items: readonly DeskEntrant[]
  /** Version of the bracket at that time. */
  version: number | undefined
}

/** Puts entrants into a later stage or takes them out, by hand. */
export function Stages({ tournament, items, version }: StagesProps) {
  const t = useEntrantTexts('desk')
  const [stage, setStage] = useState(2)
  const later = tournament.stages.slice(1).map(({ name }, index) => ({ stage: index + 2, name }))
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <p className="text-mute">{t('stages.text')}</p>
      {later.length > 1 && (
        <div role="group" aria-label={t('stages.which')} className="flex flex-wrap gap-2">
          {later.map((each) => (
            <Chip
              key={each.stage}
              checked={each.stage === stage}
              onChoose={() => setStage(each.stage)}
              label={each.name ?? t('stages.stage', { count: each.stage })}
            />
          ))}
        </div>
      )}
      <Stage key={stage} tournament={tournament} items={items} version={version} stage={stage} />
    </div>
  )
}

/** Rows shown of a long list; the search finds the others. */
const MOST = 100

type StageEdit = 'add' | 'remove'

function Stage({ tournament, items, version, stage }: StagesProps & { stage: number }) {
  const t = useEntrantTexts('desk')
  const content = useContent()
  const [query, setQuery] = useState('')
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const [asked, setAsked] = useState<StageEdit>()
  const there = items.filter(({ stages }) => stages?.includes(stage))
  const change = useChange(tournament.id, stage, version)
  const found = shown(items, 'in', useDeferredValue(query))
  // A row out of view stays ticked: names are searched one after the other.
  const chosen = items.filter(({ id, status }) => ticked.has(id) && status === 'join')
  const over = tournament.phase === 'cancelled' || tournament.phase === 'finished'
  const label = tournament.stages[stage - 1]?.name ?? t('stages.stage', { count: stage })
  const toggle = (id: number) => {
    const next = new Set(ticked)
    if (!next.delete(id)) next.add(id)
    setTicked(next)
  }
  return (
    <section aria-label={label} className="flex flex-col gap-4">
      {over && <Notice tone="warn">{t('stages.over')}</Notice>}
      <There stage={label} there={there} />
      <div className="relative">
        <Search className="pointer-events-none absolute top-3.5 left-3 size-5 text-mute" aria-hidden="true" />
        <input
          type="search"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          aria-label={t('entrants.search')}
          placeholder={t('entrants.search')}
          className="h-12 w-full rounded-control bg-ground pr-3 pl-10 ring-1 ring-control ring-inset placeholder:text-mute focus-visible:ring-2 focus-visible:ring-lime focus-visible:outline-none"
        />
      </div>
      {found.length === 0 ? (
        <EmptyState>{t(query ? 'stages.none' : 'stages.noneYet')}</EmptyState>
      ) : (
        <ul aria-label={t('group.in')} className="rounded-panel border border-line bg-panel px-4">
          {found.slice(0, MOST).map(({ id, name, organization }) => (
            <li key={id} className="border-b border-line last:border-0">
              <label className="flex min-h-14 items-center gap-3 py-2">
                <Check checked={ticked.has(id)} disabled={over} onChange={() => toggle(id)} />
                <span className="min-w-0 flex-1 break-words">
                  {name}
                  {organization && <span className="block text-sm text-mute">{content(organization)}</span>}
                </span>
                {there.some((entrant) => entrant.id === id) && <Tag tone="lime">{t('stages.in')}</Tag>}
              </label>
            </li>
          ))}
        </ul>
      )}
      {found.length > MOST && <p className="text-sm text-mute">{t('stages.more', { count: found.length - MOST })}</p>}
      <div className="sticky bottom-(--covered) flex flex-wrap gap-3 bg-ink py-3">
        <Button look="primary" disabled={over || chosen.length === 0} onClick={() => setAsked('add')}>
          {t('stages.add', { count: chosen.length })}
        </Button>
        <Button disabled={over || chosen.length === 0} onClick={() => setAsked('remove')}>
          {t('stages.remove', { count: chosen.length })}
        </Button>
      </div>
      {asked && (
        <ReasonDialog
          title={t(`stages.${asked}Title`, { count: chosen.length, stage: label })}
          action={t(`stages.${asked}`, { count: chosen.length })}
          danger={asked === 'remove'}
          label={t('reason.label')}
          note={t('stages.reasonSeen')}
          act={async (reason) => {
            await change({ [asked]: chosen.map(({ id }) => id), reason })
            setTicked(new Set())
          }}
          onEnd={() => setAsked(undefined)}
        >
          <p className="break-words text-text">{chosen.map(({ name }) => name).join(' · ')}</p>
          <p className="mt-2">{t(`stages.${asked}Text`)}</p>
        </ReasonDialog>
      )}
    </section>
  )
}

/** Lists the entrants in the stage. */
function There({ stage, there }: { stage: string; there: readonly DeskEntrant[] }) {
  const t = useEntrantTexts('desk')
  return (
    <div role="status" className="rounded-panel border border-line bg-panel p-4">
      <p className="font-semibold">{t('stages.there', { count: there.length, stage })}</p>
      <p className="break-words text-mute">{there.map(({ name }) => name).join(' · ')}</p>
    </div>
  )
}

function useChange(tournamentId: number, stage: number, version: number | undefined) {
  const t = useEntrantTexts('desk')
  const queries = useQueryClient()
  return async (told: { add?: number[]; remove?: number[]; reason: string }) => {
    const body = { stage, ...told, ...(version !== undefined && { version }) }
    const changing = answerOf(registrationUpdateQualifiers({ path: { id: tournamentId }, body }))
    // Someone else may have changed the list in the meantime: it then shows the new list, with the ticks and the text entered here.
    const { items } = await changing.finally(() => queries.invalidateQueries({ queryKey: entrantsQuery(tournamentId).queryKey }))
    void toast(t('stages.done', { count: items.length }), { tone: 'success' })
  }
}
