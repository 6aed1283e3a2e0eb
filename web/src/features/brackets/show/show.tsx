import { CircleCheck, Copy, Pause, Play, SkipBack, SkipForward, TriangleAlert } from 'lucide-react'
import { useMemo } from 'react'
import type { Bracket, BracketDraw } from '@/api/generated'
import { FORMATS } from '@/features/tournaments/formats'
import { useEntrantTexts } from '@/i18n/entrants'
import { Button } from '@/ui/button'
import { Chip } from '@/ui/chip'
import { cx } from '@/ui/cx'
import { Moment } from '@/features/tournaments/countdown'
import { toast } from '@/ui/toast'
import { type Arrangement, spelled, swapped, type Swap } from '../draw/arrangement'
import { groupName } from '../labels'
import { type Recomputed, recompute, shuffled } from '../draw/recompute'
import { SPEEDS, usePlayer } from './use-player'

/** Replays the draw in this browser from the published data. */
export function Show({ bracket }: { bracket: Bracket }) {
  const { draw } = bracket
  const made = useMemo(() => recompute(bracket), [bracket])
  const names = useMemo(() => new Map(bracket.entrants.map(({ contestantId, name }) => [contestantId, name])), [bracket.entrants])
  if (!draw || !made) return null
  const name = (who: number | null) => (who === null ? undefined : names.get(who))
  return (
    <div className="grid items-start gap-6 md:grid-cols-[320px_minmax(0,1fr)] md:gap-10">
      <div className="flex flex-col gap-5">
        <Verdict equal={made.equal} />
        <Facts draw={draw} many={bracket.entrants.length} />
      </div>
      <Stage bracket={bracket} draw={draw} made={made} name={name} />
    </div>
  )
}

function Verdict({ equal }: { equal: boolean }) {
  const t = useEntrantTexts('drawShow')
  const Icon = equal ? CircleCheck : TriangleAlert
  return (
    <section
      role="status"
      className={cx('flex items-start gap-3 rounded-panel border p-4', equal ? 'border-lime/50 bg-lime-dim' : 'border-red/50 bg-red-dim')}
    >
      <Icon className={cx('mt-0.5 size-6 flex-none', equal ? 'text-lime' : 'text-red')} aria-hidden="true" />
      <div>
        <h2 className="text-lg">{t(equal ? 'equal' : 'different')}</h2>
        <p className="text-sm">{t(equal ? 'equalText' : 'differentText')}</p>
      </div>
    </section>
  )
}

function Facts({ draw, many }: { draw: BracketDraw; many: number }) {
  const t = useEntrantTexts('drawShow')
  const copy = async () => {
    await navigator.clipboard.writeText(draw.seed)
    void toast(t('copied'), { tone: 'success' })
  }
  return (
    <section className="flex flex-col gap-3">
      <div>
        <h2 className="flex items-center justify-between text-base">
          {t('seed')}
          <Button look="ghost" size="sm" onClick={() => void copy()}>
            <Copy className="size-4" aria-hidden="true" />
            {t('copy')}
          </Button>
        </h2>
        <p className="num text-2xl leading-9">{spelled(draw.seed)}</p>
        <p className="num text-sm text-mute">{draw.seed}</p>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        {/* A number drawn after rejected ones says so. */}
        <Fact label={t('tries')}>{t('tried.times', { count: draw.draft })}</Fact>
        <Fact label={t('method')}>{t(`methods.${draw.method}`)}</Fact>
        <Fact label={t('drawnAt')}>
          <Moment at={draw.generatedAt} zone={false} />
        </Fact>
        {draw.publishedAt && (
          <Fact label={t('publishedAt')}>
            <Moment at={draw.publishedAt} zone={false} />
          </Fact>
        )}
        <Fact label={t('entrants')}>{many}</Fact>
        <Fact label={t('pins')}>{draw.pins.length}</Fact>
        <Fact label={t('moves')}>{draw.moves.length}</Fact>
        <Fact label={t('swaps')}>{draw.swaps.length}</Fact>
      </dl>
      <details className="rounded-panel border border-line bg-panel px-4">
        <summary className="min-h-12 py-2.5">{t('how')}</summary>
        <ol className="list-decimal space-y-2 pb-4 pl-5 text-sm text-mute">
          {(draw.method === 'random' ? (['base', 'numbers', 'shuffle', 'bound'] as const) : (['seeds'] as const)).map((key) => (
            <li key={key}>{t(`steps.${key}`)}</li>
          ))}
          <li>{t('steps.pins')}</li>
          <li>{t('steps.lines')}</li>
          <li>{t('steps.moves')}</li>
          <li>{t('steps.check')}</li>
        </ol>
      </details>
    </section>
  )
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-mute">{label}</dt>
      <dd className="num">{children}</dd>
    </>
  )
}

interface StageProps {
  bracket: Bracket
  draw: BracketDraw
  made: Recomputed
  name: (who: number | null) => string | undefined
}

/** Plays the steps: the shuffle, the places, the swaps, the end. */
function Stage({ bracket, draw, made, name }: StageProps) {
  const t = useEntrantTexts('drawShow')
  const swaps = useMemo(() => [...draw.moves, ...draw.swaps] as unknown as Swap[], [draw])
  // The start, each pick, the placing, each swap.
  const placing = made.picks.length + 1
  const steps = placing + swaps.length
  const { at, playing, speed, setSpeed, go, toggle } = usePlayer(steps)
  const order = useMemo(() => shuffled(draw.base, made.picks.slice(0, at)), [draw.base, made.picks, at])
  const arrangement = useMemo(
    () => (at < placing ? undefined : swapped(made.placed, swaps.slice(0, at - placing))),
    [made, swaps, at, placing],
  )
  const pick = at > 0 && at < placing ? made.picks[at - 1] : undefined
  const swap = at > placing ? swaps[at - placing - 1] : undefined
  const said = pick
    ? t('said.pick', { name: name(order[pick.last] ?? null), place: pick.last + 1 })
    : swap
      ? t(at - placing <= draw.moves.length ? 'said.move' : 'said.swap', { one: name(swap[0]), other: name(swap[1]) })
      : t(at === 0 ? (draw.method === 'random' ? 'said.start' : 'said.seeds') : 'said.placed')
  return (
    <section aria-label={t('show')} className="flex min-w-0 flex-col gap-4">
      <div className="rounded-panel border border-line bg-panel p-4 md:p-5">
        <p aria-live={playing && speed > 1 ? 'off' : 'polite'} className="num min-h-16 text-xl break-words md:text-2xl">
          {said}
        </p>
        <p className="num min-h-6 text-sm break-all text-mute">
          {pick && t('said.number', { number: pick.number.toString(), bound: pick.last + 1, place: pick.other + 1 })}
        </p>
        <input
          type="range"
          aria-label={t('position')}
          min={0}
          max={steps}
          value={at}
          onChange={({ target }) => go(Number(target.value))}
          className="mt-3 h-11 w-full accent-lime"
        />
        <div className="flex flex-wrap items-center gap-2">
          <Button look="primary" onClick={toggle}>
            {playing ? <Pause className="size-5" aria-hidden="true" /> : <Play className="size-5" aria-hidden="true" />}
            {t(playing ? 'pause' : at >= steps ? 'again' : 'play')}
          </Button>
          <Button size="sm" aria-label={t('back')} disabled={at === 0} onClick={() => go(at - 1)}>
            <SkipBack className="size-5" aria-hidden="true" />
          </Button>
          <Button size="sm" aria-label={t('next')} disabled={at >= steps} onClick={() => go(at + 1)}>
            <SkipForward className="size-5" aria-hidden="true" />
          </Button>
          <div role="group" aria-label={t('speed')} className="flex gap-2">
            {SPEEDS.map((each) => (
              <Chip key={each} checked={speed === each} onChoose={() => setSpeed(each)} label={`${each}×`} />
            ))}
          </div>
          <span className="num ml-auto text-sm text-mute">
            {at}/{steps}
          </span>
        </div>
      </div>
      {arrangement ? (
        <Places arrangement={arrangement} isBracket={!FORMATS[bracket.settings.format].hasGroups} swap={swap} name={name} />
      ) : (
        <Order order={order} settled={at === 0 ? order.length : order.length - at} pick={pick} name={name} />
      )}
    </section>
  )
}

/** Rows of a long order shown around the places that change. */
const AROUND = 48

interface OrderProps {
  order: readonly number[]
  /** Places drawn so far start here. */
  settled: number
  pick: { last: number; other: number } | undefined
  name: StageProps['name']
}

function Order({ order, settled, pick, name }: OrderProps) {
  const from = order.length <= AROUND * 2 ? 0 : Math.max(0, Math.min(order.length - AROUND * 2, (pick?.last ?? 0) - AROUND))
  const shown = order.slice(from, from + AROUND * 2)
  return (
    <ol className="grid grid-cols-1 gap-x-6 xs:grid-cols-2 sm:grid-cols-3" start={from + 1}>
      {shown.map((who, index) => {
        const place = from + index
        const active = place === pick?.last || place === pick?.other
        return (
          <li
            key={place}
            className={cx(
              'flex gap-3 border-b border-line px-2 py-1 text-sm transition-colors motion-reduce:transition-none',
              active ? 'bg-lime-dim text-lime' : place < settled && settled < order.length && 'text-mute',
            )}
          >
            <span className="num w-8 flex-none text-right text-mute">{place + 1}</span>
            <span className="min-w-0 break-words">{name(who)}</span>
          </li>
        )
      })}
    </ol>
  )
}

interface PlacesProps {
  arrangement: Arrangement
  isBracket: boolean
  swap: Swap | undefined
  name: StageProps['name']
}

/** Pairs of the first round, or groups. */
function Places({ arrangement, isBracket, swap, name }: PlacesProps) {
  const t = useEntrantTexts('drawShow')
  const parts = isBracket
    ? arrangement.flatMap((lines) => Array.from({ length: lines.length / 2 }, (_, at) => lines.slice(at * 2, at * 2 + 2)))
    : arrangement
  return (
    <ol className="grid grid-cols-1 gap-2.5 xs:grid-cols-2 sm:grid-cols-3">
      {parts.map((lines, index) => (
        <li key={index} className="rounded-[8px] border border-line bg-panel [contain-intrinsic-size:auto_92px] [content-visibility:auto]">
          <p className="num px-3 pt-1.5 text-xs text-mute">
            {isBracket ? t('pair', { pair: index + 1 }) : t('group', { group: groupName(index + 1) })}
          </p>
          <ol>
            {lines.map((who, at) => (
              <li
                key={at}
                className={cx(
                  'border-b border-line px-3 py-1 text-sm break-words transition-colors last:border-0 motion-reduce:transition-none',
                  who === null ? 'text-mute' : swap?.includes(who) && 'bg-lime-dim text-lime',
                )}
              >
                {name(who) ?? t('bye')}
              </li>
            ))}
          </ol>
        </li>
      ))}
    </ol>
  )
}
