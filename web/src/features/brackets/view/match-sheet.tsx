import type { Bracket, BracketMatch, MatchSide } from '@/api/generated'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, use, useLayoutEffect, useRef, useState } from 'react'
import { useTexts } from '@/i18n'
import { Button, buttonClass } from '@/ui/button'
import { cx } from '@/ui/cx'
import { Dialog } from '@/ui/dialog'
import { Tag } from '@/ui/tag'
import { isLive } from './match-card'
import { type BracketLookup, roundsOf } from '../rounds'
import { Face } from './phone'
import { Framed } from '../use-viewer'
import type { BracketLabels } from '../labels'
import { part } from '@/ui/load'

const ScoreDialog = part(async () => ({ default: (await import('../run/score-dialog')).ScoreDialog }))
const UndoDialog = part(async () => ({ default: (await import('../run/correct-dialog')).UndoDialog }))
const OutDialog = part(async () => ({ default: (await import('../run/correct-dialog')).OutDialog }))

interface MatchSheetProps {
  bracket: Bracket
  known: BracketLookup
  labels: BracketLabels
  id: number
  /** Whether the viewer is a promoter or co-promoter, who enters results here. */
  decides: boolean
  onOpen: (id: number) => void
  onClose: () => void
}

type Doing = 'score' | 'undo' | 'out'

/** All details of one match, with the actions of staff. */
export function MatchSheet({ bracket, known, labels, id, decides, onOpen, onClose }: MatchSheetProps) {
  const t = useTexts('brackets')
  const [doing, setDoing] = useState<Doing>()
  const content = useRef<HTMLDivElement>(null)
  // Marks this as a match's title, not as a path to another one.
  useLayoutEffect(() => content.current?.focus({ preventScroll: true }), [id, doing])
  const match = known.match.get(id)
  const round = roundsOf(bracket.matches).find(({ matches }) => matches.some((each) => each.id === id))
  if (!match || !round) return null
  const ready = match.home.contestantId && match.away.contestantId
  const decided = match.state === 'decided'
  const live = decides && !bracket.at
  const same = { bracket, match, labels, onEnd: (done: boolean) => (done ? onClose() : setDoing(undefined)) }
  if (doing) {
    return (
      <Suspense fallback={null}>
        {doing === 'score' && <ScoreDialog {...same} />}
        {doing === 'undo' && <UndoDialog {...same} />}
        {doing === 'out' && <OutDialog {...same} />}
      </Suspense>
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      width={600}
      title={`${labels.match(match.label)} · ${labels.round(round)}`}
      actions={
        <>
          <Button look="ghost" onClick={onClose}>
            {t('sheet.close')}
          </Button>
          {!bracket.at && match.state !== 'void' && <ToRoom id={match.id} main={!(live && ready)} />}
          {live && decided && match.outcome && <Button onClick={() => setDoing('undo')}>{t('sheet.undo')}</Button>}
          {live && ready && <Button onClick={() => setDoing('out')}>{t('sheet.out')}</Button>}
          {live && ready && (
            <Button look="primary" onClick={() => setDoing('score')}>
              {t(decided ? 'sheet.correct' : 'sheet.score')}
            </Button>
          )}
        </>
      }
    >
      <div ref={content} tabIndex={-1} className="flex flex-col gap-4 outline-none">
        <p className="flex flex-wrap items-center gap-2 text-sm text-mute">
          <Tag tone={isLive(match) ? 'lime' : undefined}>{labels.state(match)}</Tag>
          <span className="num">{labels.series(match)}</span>
          {match.scheduledAt && <span>{labels.at(match.scheduledAt)}</span>}
          {match.decidedAt && <span>{t('sheet.decidedAt', { at: labels.at(match.decidedAt) })}</span>}
        </p>
        <div className="rounded-panel border border-line">
          <Team match={match} side="home" known={known} labels={labels} onOpen={onOpen} />
          <Team match={match} side="away" known={known} labels={labels} onOpen={onOpen} />
        </div>
        <Games match={match} labels={labels} />
        <Onward match={match} bracket={bracket} known={known} labels={labels} onOpen={onOpen} />
      </div>
    </Dialog>
  )
}

/** Links to the match's own page; within a frame on another site, the link opens outside it. */
function ToRoom({ id, main }: { id: number; main: boolean }) {
  const t = useTexts('brackets')
  const framed = use(Framed)
  return (
    <Link
      to="/esport/match/$id"
      params={{ id: String(id) }}
      target={framed ? '_blank' : undefined}
      className={buttonClass(main ? 'primary' : 'plain')}
    >
      {t('sheet.room')}
    </Link>
  )
}

interface TeamProps {
  match: BracketMatch
  side: MatchSide
  known: BracketLookup
  labels: BracketLabels
  onOpen: (id: number) => void
}

function Team({ match, side, known, labels, onOpen }: TeamProps) {
  const t = useTexts('brackets')
  const slot = match[side]
  const entrant = slot.contestantId ? known.entrant.get(slot.contestantId) : undefined
  const source = slot.winnerOf ?? slot.loserOf
  const from = source ? known.match.get(source) : undefined
  return (
    <div className={cx('flex min-h-16 items-center gap-3 px-3 py-2', side === 'away' && 'border-t border-line')}>
      <Face entrant={entrant} />
      <div className="min-w-0 flex-1">
        <p
          className={cx(
            'break-words',
            match.winner === side && 'font-semibold',
            (!entrant || (match.winner && match.winner !== side)) && 'text-mute',
          )}
        >
          {labels.slot(slot)}
          {entrant?.out && <span className="ml-2 text-sm text-red">{t('sheet.isOut')}</span>}
        </p>
        {from?.label && entrant && (
          <button
            type="button"
            className="min-h-6 text-left text-sm text-mute underline underline-offset-2 hover:text-text"
            onClick={() => onOpen(from.id)}
          >
            {slot.winnerOf
              ? t('slot.winnerOf', { match: labels.match(from.label) })
              : t('slot.loserOf', { match: labels.match(from.label) })}
          </button>
        )}
        {!from && entrant && <p className="text-sm text-mute">{t('sheet.seed', { seed: entrant.seed })}</p>}
      </div>
      <span className={cx('num text-2xl', match.winner && match.winner !== side && 'text-mute')}>{labels.score(match, side)}</span>
    </div>
  )
}

function Games({ match, labels }: { match: BracketMatch; labels: BracketLabels }) {
  const t = useTexts('brackets')
  if (!match.games || match.games.length === 0) return null
  return (
    <table className="num w-full text-center text-sm">
      <caption className="sr-only">{t('sheet.games')}</caption>
      <thead>
        <tr className="text-mute">
          <th scope="col" className="py-1 text-left font-normal">
            {t('sheet.game')}
          </th>
          {match.games.map((_, index) => (
            <th key={index} scope="col" className="font-normal">
              {index + 1}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(['home', 'away'] as const).map((side) => (
          <tr key={side} className="border-t border-line">
            <th scope="row" className="max-w-40 py-1.5 text-left font-normal break-words">
              {labels.slot(match[side])}
            </th>
            {match.games?.map((game, index) => (
              <td key={index} className={cx(game[side] <= game[side === 'home' ? 'away' : 'home'] && 'text-mute')}>
                {game[side]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Links to the next matches of winner and loser. */
function Onward({ match, bracket, known, labels, onOpen }: Omit<TeamProps, 'side'> & { bracket: Bracket }) {
  const t = useTexts('brackets')
  const winner = bracket.matches.find(({ home, away }) => home.winnerOf === match.id || away.winnerOf === match.id)
  const loser = known.match.get(known.falls.get(match.id) ?? 0)
  const lines: Array<[string, BracketMatch]> = []
  if (winner?.label && winner.id !== loser?.id) lines.push([t('sheet.winnerGoes', { match: labels.match(winner.label) }), winner])
  if (loser?.label && winner?.id !== loser.id) lines.push([t('sheet.loserGoes', { match: labels.match(loser.label) }), loser])
  if (lines.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-x-5">
      {lines.map(([text, to]) => (
        <Go key={to.id} onGo={() => onOpen(to.id)}>
          {text}
        </Go>
      ))}
    </ul>
  )
}

function Go({ children, onGo }: { children: ReactNode; onGo: () => void }) {
  return (
    <li>
      <button type="button" onClick={onGo} className="min-h-11 text-sm text-mute underline underline-offset-2 hover:text-text">
        {children}
      </button>
    </li>
  )
}
