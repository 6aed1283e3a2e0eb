import { useMutation } from '@tanstack/react-query'
import { Dices, Redo2, Undo2 } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import type { Bracket, BracketDraw, DrawPin } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { FORMATS } from '@/features/tournaments/formats'
import { useEntrantTexts } from '@/i18n/entrants'
import { Button } from '@/ui/button'
import { cx } from '@/ui/cx'
import { Dialog } from '@/ui/dialog'
import { LeaveGuard } from '@/ui/leave-guard'
import { Tag } from '@/ui/tag'
import { toast } from '@/ui/toast'
import { SwapBar } from './swap-bar'
import { submit } from './calls'
import { Compare } from './compare'
import { Lines, type Mark } from './lines'
import { type Arrangement, clashesOf, effectOf, fixesOf, type Swap, swapped } from './arrangement'
import { Preview } from './preview'
import { Refused } from './refused'
import { LateSwapDialog, PublishDialog } from './publish-dialog'
import { type Candidate, Setup } from './setup'
import { Side } from './side'
import { type DrawHistory, useHistory, useUndoKeys } from './use-history'

interface EditorProps {
  bracket: Bracket
  draw: BracketDraw
  candidates: readonly Candidate[]
  /** The previous draft, if this browser knows it */
  before: Arrangement | undefined
  pins: readonly DrawPin[]
  onPins: (pins: readonly DrawPin[]) => void
  onDrawn: (bracket: Bracket, before: Arrangement) => void
  onReload: () => void
}

type Tab = 'edit' | 'compare' | 'preview'
type OpenDialog = 'setup' | 'publish' | 'late'

/** Edits the draft: its lines, a comparison with the previous draft, and a public preview. */
export function Editor({ bracket, draw, candidates, before, pins, onPins, onDrawn, onReload }: EditorProps) {
  const t = useEntrantTexts('draw')
  const isBracket = !FORMATS[bracket.settings.format].hasGroups
  const history = useHistory(`${bracket.tournamentId} ${bracket.stage} ${draw.version}`)
  const swaps = useMemo(() => history.made.map(({ swap }) => swap), [history.made])
  const { arrangement, entrants, organizationOf, seedOf, name, clashes, firstRoundClashes, marks, pinned, published, fixed } = useDraft(
    bracket,
    draw,
    swaps,
    pins,
  )
  const [tab, setTab] = useState<Tab>(draw.state === 'submitted' ? 'preview' : 'edit')
  const [asked, setAsked] = useState<OpenDialog>()

  const editable = draw.state !== 'submitted'
  useUndoKeys(history, editable && tab === 'edit')

  const { chosen, target, said, setSaid, cancel, choose, aim } = usePicking({
    editable,
    fixed,
    name,
    seedOf,
    onSwap: (one, other) => swap(one, other),
  })
  const reload = () => {
    setAsked(undefined)
    onReload()
  }
  const swap = (one: number, other: number) => {
    if (!editable || one === other) return
    if (fixed.has(one) || fixed.has(other)) {
      setSaid(t('said.fixed', { name: name(fixed.has(one) ? one : other) }))
      return
    }
    const { gone, added } = effectOf(arrangement, isBracket, organizationOf, [one, other])
    history.swap([one, other])
    cancel()
    setSaid(
      [
        t('said.swapped', { one: name(one), other: name(other) }),
        gone && t('bar.gone', { count: gone }),
        added && t('bar.added', { count: added }),
      ]
        .filter(Boolean)
        .join('. '),
    )
  }
  const pin = (who: number) => {
    if (published) return
    const off = pinned.has(who)
    onPins(withPinToggled(pins, who, seedOf(who)))
    setSaid(t(off ? 'said.unpinned' : 'said.pinned', { name: name(who), seed: seedOf(who) }))
  }
  const drawn = (next: Bracket) => {
    history.clear()
    cancel()
    onDrawn(next, arrangement)
  }
  const chosenEntrant = chosen === undefined ? undefined : entrants.get(chosen)
  return (
    <div className="flex flex-col gap-4">
      <LeaveGuard unsaved={swaps.length > 0} onLeave={history.clear} />
      <p role="status" aria-live="polite" className="sr-only">
        {said}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Tag tone={published ? 'lime' : draw.state === 'submitted' ? 'amber' : undefined}>
          {t(`state.${draw.state}`, { version: draw.draft })}
        </Tag>
        <Tabs tab={tab} onTab={setTab} before={before !== undefined} />
        <span className="flex-1" />
        {editable && tab === 'edit' && <UndoRedo history={history} />}
        {draw.state === 'draft' && <DrawAgain pinned={pins.length > 0} onAsk={() => setAsked('setup')} />}
        <Main bracket={bracket} draw={draw} swaps={swaps} onDrawn={drawn} onReload={onReload} onAsk={setAsked} />
      </div>
      {tab === 'compare' && before && <Compare before={before} now={arrangement} isBracket={isBracket} entrants={entrants} />}
      {tab === 'preview' && <Preview bracket={bracket} swaps={swaps} arrangement={arrangement} />}
      {tab === 'edit' && (
        <div className="grid items-start gap-6 md:grid-cols-[minmax(0,1fr)_264px]">
          <div className={cx('min-w-0', chosenEntrant && 'pb-16')}>
            <p className="mb-2 text-sm text-mute">{t(editable ? 'hint' : 'hintSubmitted')}</p>
            <Lines
              arrangement={arrangement}
              isBracket={isBracket}
              entrants={entrants}
              marks={marks}
              pinned={pinned}
              fixed={fixed}
              chosen={chosen}
              target={target}
              onChoose={choose}
              onTarget={aim}
              onSwap={swap}
              onCancel={() => {
                cancel()
                setSaid(t('said.cancelled'))
              }}
              onPin={pin}
            />
          </div>
          <div className="md:sticky md:top-24 md:max-h-[calc(100dvh-7rem)] md:overflow-y-auto">
            <Side
              draw={draw}
              entrants={entrants}
              clashes={clashes}
              isBracket={isBracket}
              fixesOf={(clash) =>
                editable ? fixesOf(arrangement, isBracket, organizationOf, clash, seedOf, new Set([...pinned, ...fixed])) : []
              }
              pins={pins}
              history={history}
              onSwap={swap}
              onUnpin={pin}
            />
          </div>
        </div>
      )}
      {chosenEntrant && (
        <SwapBar
          chosen={chosenEntrant}
          target={target === undefined ? undefined : entrants.get(target)}
          effect={target === undefined ? undefined : effectOf(arrangement, isBracket, organizationOf, [chosenEntrant.contestantId, target])}
          pinned={pinned.has(chosenEntrant.contestantId)}
          onSwap={() => target !== undefined && swap(chosenEntrant.contestantId, target)}
          onCancel={cancel}
          onPin={published ? undefined : () => pin(chosenEntrant.contestantId)}
        />
      )}
      {asked && (
        <EditorDialog
          asked={asked}
          bracket={bracket}
          draw={draw}
          candidates={candidates}
          pins={pins}
          swaps={swaps}
          clashes={firstRoundClashes}
          onReload={reload}
          onDrawn={drawn}
          onEnd={() => setAsked(undefined)}
        />
      )}
    </div>
  )
}

/** Returns the arrangement after the swaps, and its consequences. */
function useDraft(bracket: Bracket, draw: BracketDraw, swaps: readonly Swap[], pins: readonly DrawPin[]) {
  const isBracket = !FORMATS[bracket.settings.format].hasGroups
  const saved = draw.arrangement as Arrangement
  const arrangement = useMemo(() => swapped(saved, swaps), [saved, swaps])
  const entrants = useMemo(() => new Map(bracket.entrants.map((entrant) => [entrant.contestantId, entrant])), [bracket.entrants])
  const organizationOf = useMemo(() => (who: number) => entrants.get(who)?.organization?.id, [entrants])
  const seedOf = (who: number) => entrants.get(who)?.seed ?? 0
  const name = (who: number) => entrants.get(who)?.name ?? ''
  const clashes = useMemo(() => clashesOf(arrangement, isBracket, organizationOf), [arrangement, isBracket, organizationOf])
  const firstRoundClashes = clashes.filter(({ round }) => round === 1).length
  const marks = useMemo(() => {
    const all = new Map<number, Mark>()
    for (const { pair, round } of clashes.toReversed()) for (const who of pair) all.set(who, round === 1 ? 'clash' : 'near')
    return all
  }, [clashes])
  const pinned = useMemo(() => new Set(pins.map(({ contestantId }) => contestantId)), [pins])
  const published = draw.state === 'published'
  const fixed = useMemo(() => (published ? touched(bracket) : new Set<number>()), [published, bracket])
  return { arrangement, entrants, organizationOf, seedOf, name, clashes, firstRoundClashes, marks, pinned, published, fixed }
}

/** Removes the entrant's pin, or pins the entrant to the seed in place of another. */
function withPinToggled(pins: readonly DrawPin[], who: number, seed: number): readonly DrawPin[] {
  const others = pins.filter(({ contestantId }) => contestantId !== who)
  if (others.length < pins.length) return others
  return [...others.filter((pin) => pin.seed !== seed), { contestantId: who, seed }].sort((one, other) => one.seed - other.seed)
}

interface PickingOptions {
  editable: boolean
  /** Entrants that stay where they are */
  fixed: ReadonlySet<number>
  name: (who: number) => string
  seedOf: (who: number) => number
  onSwap: (one: number, other: number) => void
}

/** Picks two entrants one after the other, by tap or by key, and announces it to screen readers. */
function usePicking({ editable, fixed, name, seedOf, onSwap }: PickingOptions) {
  const t = useEntrantTexts('draw')
  const [chosen, setChosen] = useState<number>()
  const [target, setTarget] = useState<number>()
  const [said, setSaid] = useState('')
  const cancel = () => {
    setChosen(undefined)
    setTarget(undefined)
  }
  const choose = (who: number) => {
    if (!editable) return
    if (fixed.has(who)) setSaid(t('said.fixed', { name: name(who) }))
    else if (chosen === undefined) {
      setChosen(who)
      setSaid(t('said.chosen', { name: name(who) }))
    } else if (who === chosen) {
      cancel()
      setSaid(t('said.cancelled'))
    } else if (who === target) onSwap(chosen, who)
    else aim(who)
  }
  const aim = (who: number | undefined) => {
    setTarget(who)
    if (who !== undefined) setSaid(t('said.target', { name: name(who), seed: seedOf(who) }))
  }
  return { chosen, target, said, setSaid, cancel, choose, aim }
}

function UndoRedo({ history }: { history: DrawHistory }) {
  const t = useEntrantTexts('draw')
  return (
    <span className="flex">
      <Icon label={t('undo')} disabled={!history.canUndo} onPress={history.undo} icon={<Undo2 />} />
      <Icon label={t('redo')} disabled={!history.canRedo} onPress={history.redo} icon={<Redo2 />} />
    </span>
  )
}

function DrawAgain({ pinned, onAsk }: { pinned: boolean; onAsk: () => void }) {
  const t = useEntrantTexts('draw')
  return (
    <Button size="sm" onClick={onAsk}>
      <Dices className="size-4" aria-hidden="true" />
      {t(pinned ? 'againPinned' : 'again')}
    </Button>
  )
}

interface EditorDialogProps extends Pick<EditorProps, 'bracket' | 'draw' | 'candidates' | 'pins'> {
  asked: OpenDialog
  swaps: readonly Swap[]
  /** Clashes in the first round */
  clashes: number
  onReload: () => void
  onDrawn: (bracket: Bracket) => void
  onEnd: () => void
}

/** The dialog that is open: another draw, publishing, or a swap after publication. */
function EditorDialog({ asked, bracket, draw, candidates, pins, swaps, clashes, onReload, onDrawn, onEnd }: EditorDialogProps) {
  const t = useEntrantTexts('draw')
  return (
    <>
      {asked === 'setup' && (
        <Dialog open onClose={onEnd} title={t('setup.title')} width={700}>
          <Setup
            tournamentId={bracket.tournamentId}
            stage={bracket.stage}
            candidates={candidates}
            method={draw.method}
            pins={pins}
            apart={draw.apart}
            version={draw.version}
            onReload={onReload}
            onDrawn={(next) => {
              onEnd()
              onDrawn(next)
            }}
            onCancel={onEnd}
          />
        </Dialog>
      )}
      {asked === 'publish' && (
        <PublishDialog
          bracket={bracket}
          clashes={clashes}
          onReload={onReload}
          onDone={(next) => {
            onEnd()
            void toast(t('publish.done'), { tone: 'success' })
            onDrawn(next)
          }}
          onEnd={onEnd}
        />
      )}
      {asked === 'late' && (
        <LateSwapDialog
          bracket={bracket}
          swaps={swaps}
          onDone={(next) => {
            onEnd()
            onDrawn(next)
          }}
          onEnd={onEnd}
        />
      )}
    </>
  )
}

/** Returns the entrants with a decided match: they stay in place. */
function touched({ matches }: Bracket): Set<number> {
  const decided = matches.filter(({ state }) => state === 'decided')
  return new Set(decided.flatMap(({ home, away }) => [home.contestantId, away.contestantId]).filter((who) => typeof who === 'number'))
}

interface MainProps {
  bracket: Bracket
  draw: BracketDraw
  swaps: readonly Swap[]
  onDrawn: (bracket: Bracket) => void
  onReload: () => void
  onAsk: (asked: OpenDialog) => void
}

/** The main action: save, then publish; after publication, save the swaps. */
function Main({ bracket, draw, swaps, onDrawn, onReload, onAsk }: MainProps) {
  const t = useEntrantTexts('draw')
  const { tournamentId, stage } = bracket
  const saving = useMutation({
    mutationFn: (reopen: boolean) => submit(tournamentId, { stage, version: draw.version, ...(reopen ? { reopen } : { swaps }) }),
    onSuccess: onDrawn,
  })
  const problem = saving.error ? problemOf(saving.error) : undefined
  return (
    <>
      {draw.state === 'draft' && (
        <Button look="primary" busy={saving.isPending} onClick={() => saving.mutate(false)}>
          {t('save')}
        </Button>
      )}
      {draw.state === 'submitted' && (
        <>
          <Button size="sm" busy={saving.isPending} onClick={() => saving.mutate(true)}>
            {t('reopen')}
          </Button>
          <Button look="primary" onClick={() => onAsk('publish')}>
            {t('publishIt')}
          </Button>
        </>
      )}
      {draw.state === 'published' && swaps.length > 0 && (
        <Button look="primary" onClick={() => onAsk('late')}>
          {t('saveLate', { count: swaps.length })}
        </Button>
      )}
      {problem && (
        <div className="basis-full">
          <Refused
            problem={problem}
            onReload={() => {
              saving.reset()
              onReload()
            }}
          />
        </div>
      )}
    </>
  )
}

function Tabs({ tab, onTab, before }: { tab: Tab; onTab: (tab: Tab) => void; before: boolean }) {
  const t = useEntrantTexts('draw')
  return (
    <div role="group" aria-label={t('tabs.label')} className="flex rounded-control ring-1 ring-control ring-inset">
      {(['edit', 'compare', 'preview'] as const)
        .filter((each) => each !== 'compare' || before)
        .map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === tab}
            onClick={() => onTab(each)}
            className={cx(
              'num min-h-11 rounded-control px-3.5 text-sm',
              each === tab ? 'bg-raise ring-2 ring-text ring-inset' : 'text-mute hover:text-text',
            )}
          >
            {t(`tabs.${each}`)}
          </button>
        ))}
    </div>
  )
}

function Icon({ label, disabled, onPress, icon }: { label: string; disabled: boolean; onPress: () => void; icon: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onPress}
      className="grid size-11 place-items-center rounded-control hover:bg-raise disabled:text-control [&>svg]:size-5"
    >
      {icon}
    </button>
  )
}
