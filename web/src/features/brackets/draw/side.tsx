import { ArrowLeftRight, Copy, Lock, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BracketDraw, BracketEntrant, DrawPin } from '@/api/generated'
import { useLanguage } from '@/i18n'
import { useEntrantTexts } from '@/i18n/entrants'
import { formatTime } from '@/i18n/format'
import { Button } from '@/ui/button'
import { cx } from '@/ui/cx'
import { toast } from '@/ui/toast'
import { type Clash, spelled, type Swap } from './arrangement'
import type { DrawHistory } from './use-history'

interface SideProps {
  draw: BracketDraw
  entrants: ReadonlyMap<number, BracketEntrant>
  clashes: readonly Clash[]
  isBracket: boolean
  /** Fixes for a clash, the nearest first */
  fixesOf: (clash: Clash) => readonly Swap[]
  pins: readonly DrawPin[]
  history: DrawHistory
  onSwap: (one: number, other: number) => void
  onUnpin: (who: number) => void
}

const MOST = 6

/** The panel beside the lines: the seed, clashes, pinned entrants, and swaps made. */
export function Side({ draw, entrants, clashes, isBracket, fixesOf, pins, history, onSwap, onUnpin }: SideProps) {
  const t = useEntrantTexts('draw')
  const name = (who: number) => entrants.get(who)?.name ?? ''
  const seed = (who: number) => entrants.get(who)?.seed ?? 0
  const [first, later] = [clashes.filter(({ round }) => round === 1), clashes.filter(({ round }) => round > 1)]
  return (
    <div className="flex flex-col divide-y divide-line md:border-l md:border-line md:pl-6">
      <Seed draw={draw} swaps={draw.swaps.length + history.made.length} />
      <Part
        title={t('side.same')}
        note={clashes.length > 0 ? t('side.clashes', { first: first.length, later: later.length }) : t('side.noClash')}
      >
        {clashes.length === 0 && <p className="text-sm text-mute">{t('side.noClashText')}</p>}
        <ul className="flex flex-col gap-3">
          {clashes.slice(0, MOST).map((clash) => {
            const [one, other] = clash.pair
            const fixes = clash.round === 1 ? fixesOf(clash) : []
            const [fix] = fixes
            return (
              <li key={clash.pair.join()} className={cx('border-l-2 pl-3', clash.round === 1 ? 'border-red' : 'border-amber')}>
                <p className="break-words">
                  {t(clash.round === 1 ? 'side.meets' : 'side.mayMeet', { one: name(one), other: name(other) })}
                </p>
                <p className="text-sm text-mute">
                  {clash.round > 1
                    ? t('side.round2')
                    : fixes.length > 0
                      ? t('side.ways', { count: fixes.length })
                      : t(isBracket ? 'side.noWay' : 'side.noWayGroup')}
                </p>
                {fix && (
                  <Button size="sm" wide className="mt-2" onClick={() => onSwap(fix[0], fix[1])}>
                    <ArrowLeftRight className="size-4 flex-none" aria-hidden="true" />
                    {t('side.fix', { name: name(fix[0]), seed: seed(fix[1]) })}
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
        {clashes.length > MOST && <p className="mt-2 text-sm text-mute">{t('side.more', { count: clashes.length - MOST })}</p>}
      </Part>
      <Part title={t('side.pins')} note={pins.length > 0 ? t('side.pinned', { count: pins.length }) : ''}>
        {pins.length === 0 ? (
          <p className="text-sm text-mute">{t('side.noPins')}</p>
        ) : (
          <ul className="grid grid-cols-1 gap-x-4 xs:grid-cols-2 md:grid-cols-1">
            {pins.map(({ contestantId, seed: at }) => (
              <li key={contestantId} className="flex min-h-11 items-center gap-2 text-sm">
                <Lock className="size-3.5 flex-none text-mute" aria-hidden="true" />
                <span className="num w-6 flex-none text-mute">{at}</span>
                <span className="min-w-0 flex-1 break-words">{name(contestantId)}</span>
                <button
                  type="button"
                  aria-label={t('side.unpin', { name: name(contestantId) })}
                  onClick={() => onUnpin(contestantId)}
                  className="grid size-11 flex-none place-items-center text-mute hover:text-text"
                >
                  <X className="size-4" aria-hidden="true" />
                </button>
              </li>
            ))}
          </ul>
        )}
      </Part>
      <Part title={t('side.done')}>
        <Done draw={draw} history={history} seed={seed} />
      </Part>
    </div>
  )
}

function Part({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section className="py-4 first:pt-0">
      <h2 className="mb-2 flex items-baseline justify-between gap-3 text-base">
        {title}
        {note && <span className="num text-sm font-normal text-mute">{note}</span>}
      </h2>
      {children}
    </section>
  )
}

/** The seed of the draw: anyone who has it gets the same draw. */
function Seed({ draw, swaps }: { draw: BracketDraw; swaps: number }) {
  const t = useEntrantTexts('draw')
  const copy = async () => {
    await navigator.clipboard.writeText(draw.seed)
    void toast(t('side.copied'), { tone: 'success' })
  }
  const facts = [
    t(`method.${draw.method}`),
    draw.apart && t('side.apart', { count: draw.moves.length }),
    t('side.byHand', { count: swaps }),
  ]
  return (
    <section className="pb-4">
      <h2 className="flex items-center justify-between text-base">
        {t('side.seed')}
        <button
          type="button"
          aria-label={t('side.copy')}
          onClick={() => void copy()}
          className="grid size-11 place-items-center text-mute hover:text-text"
        >
          <Copy className="size-4" aria-hidden="true" />
        </button>
      </h2>
      <p className="num text-2xl leading-9">{spelled(draw.seed)}</p>
      <p className="mt-1 text-sm text-mute">{facts.filter(Boolean).join(' · ')}</p>
    </section>
  )
}

function Done({ draw, history, seed }: Pick<SideProps, 'draw' | 'history'> & { seed: (who: number) => number }) {
  const t = useEntrantTexts('draw')
  const language = useLanguage()
  const entries = [
    ...history.made
      .map(({ swap: [one, other], at }) => ({
        text: t('side.swapped', { one: seed(one), other: seed(other) }),
        at: new Date(at).toISOString(),
      }))
      .toReversed(),
    ...draw.swaps
      .map(([one = 0, other = 0]) => ({ text: t('side.swapped', { one: seed(one), other: seed(other) }), at: undefined }))
      .toReversed(),
    { text: t('side.drawn', { seed: spelled(draw.seed).slice(0, 4) }), at: draw.generatedAt },
  ]
  return (
    <ol className="flex flex-col gap-1 text-sm">
      {entries.slice(0, 12).map(({ text, at }, index) => (
        // The index distinguishes two equal ones.
        <li key={index} className={cx('flex justify-between gap-3', index > 0 && 'text-mute')}>
          <span>{text}</span>
          {at && (
            <time className="num" dateTime={at}>
              {formatTime(at, false)}
              {language === 'th' ? ' น.' : ''}
            </time>
          )}
        </li>
      ))}
    </ol>
  )
}
