import { submitScore } from '../calls'
import type { Bracket, BracketMatch, MatchGame, MatchScoreSent, MatchShort, MatchSide } from '@/api/generated'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Minus, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { problemOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Chip } from '@/ui/chip'
import { cx } from '@/ui/cx'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/feedback'
import { useRefusalText } from '@/ui/query-error'
import { toast } from '@/ui/toast'
import { Falls } from './falls'
import { Reason } from './reason-field'
import { drawnGame, openGames, playedGames, winnerOf, winnerOfGame, wins } from './series'
import { showDecided } from './show-decided'
import type { BracketLabels } from '../labels'

interface ScoreDialogProps {
  bracket: Bracket
  match: BracketMatch
  labels: BracketLabels
  /** `saved`: there is nothing left to look at here. */
  onEnd: (saved: boolean) => void
}

type How = 'played' | MatchSide | 'both'

const LEVEL: MatchGame = { home: 0, away: 0 }

/** Enters or corrects the result of a match; only possible results are offered. */
export function ScoreDialog({ bracket, match, labels, onEnd }: ScoreDialogProps) {
  const t = useTexts('brackets')
  const common = useTexts('common')
  const refusalText = useRefusalText()
  const queries = useQueryClient()
  const corrects = match.state === 'decided'
  const [how, setHow] = useState<How>('played')
  const [games, setGames] = useState<MatchGame[]>(match.games ?? [])
  // Typed texts that are not a score, by `game side`
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({})
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const reasonId = useId()
  const [falls, setFalls] = useState<MatchShort[]>()
  const { bestOf } = match
  const counted = playedGames(games, bestOf)
  const winner = how === 'played' ? winnerOf(counted, bestOf) : how === 'both' ? undefined : how
  const needsReason = corrects || how !== 'played'
  const isWrong = how === 'played' && Object.keys(wrong).length > 0
  const level = tried && !isWrong && how === 'played' && !winner ? drawnGame(games, bestOf) : undefined
  const alertId = useId()
  const ready = !isWrong && (how !== 'played' || winner) && !(needsReason && !reason.trim())
  const save = useMutation({
    mutationFn: () =>
      submitScore(match.id, {
        ...whatOf(how, counted),
        version: match.version,
        ...(reason.trim() && { reason: reason.trim() }),
        ...(falls && { cascade: true }),
      }),
    onSuccess: (decided) => {
      showDecided(queries, bracket, decided)
      void toast(t('score_.saved'), { tone: 'success' })
      onEnd(true)
    },
    onError: (error) => {
      const problem = problemOf(error)
      if (problem.code === 'match_results_fall') setFalls((problem.body.falls ?? []) as MatchShort[])
    },
  })
  const problem = save.error ? problemOf(save.error) : undefined
  const home = labels.slot(match.home)
  const away = labels.slot(match.away)
  return (
    <Dialog
      open
      onClose={() => onEnd(false)}
      width={600}
      title={t(corrects ? 'score_.correct' : 'score_.title', { match: labels.match(match.label) })}
      actions={
        <>
          <Button onClick={() => onEnd(false)}>{common('action.cancel')}</Button>
          <Button
            look={falls ? 'danger' : 'primary'}
            busy={save.isPending}
            onClick={() => {
              setTried(true)
              if (ready) save.mutate()
              else if (winner || how === 'both') document.getElementById(reasonId)?.focus()
            }}
          >
            {falls
              ? t('falls.go', { count: falls.length })
              : how === 'both'
                ? t('score_.both')
                : winner
                  ? t('score_.go', { name: winner === 'home' ? home : away })
                  : t('score_.save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div role="group" aria-label={t('score_.how')} className="flex flex-wrap gap-2">
          <Chip checked={how === 'played'} onChoose={() => setHow('played')} label={t('score_.played')} />
          <Chip checked={how === 'home'} onChoose={() => setHow('home')} label={t('score_.walkover', { name: home })} />
          <Chip checked={how === 'away'} onChoose={() => setHow('away')} label={t('score_.walkover', { name: away })} />
          <Chip checked={how === 'both'} onChoose={() => setHow('both')} label={t('score_.both')} />
        </div>
        {how === 'played' && (
          <Games
            games={games}
            onGames={setGames}
            bestOf={bestOf}
            home={home}
            away={away}
            wrong={wrong}
            onWrong={setWrong}
            level={level}
            alertId={alertId}
          />
        )}
        {how !== 'played' && (
          <p className="text-mute">
            {how === 'both' ? t('score_.bothText') : t('score_.walkoverText', { name: how === 'home' ? away : home })}
          </p>
        )}
        {(isWrong || (tried && how === 'played' && !winner)) && (
          <p id={alertId} role="alert" className="text-sm text-red">
            {isWrong
              ? t('score_.wrong')
              : level === undefined
                ? t('score_.open', { count: Math.floor(bestOf / 2) + 1 })
                : t('score_.drawn', { game: level + 1, score: `${games[level]?.home}–${games[level]?.away}` })}
          </p>
        )}
        {needsReason && <Reason id={reasonId} value={reason} onChange={setReason} lacks={tried && !reason.trim()} />}
        {falls && <Falls falls={falls} />}
        {problem && problem.code !== 'match_results_fall' && <Notice tone="error">{refusalText(problem)}</Notice>}
      </div>
    </Dialog>
  )
}

function whatOf(how: How, games: MatchGame[]): { games: MatchGame[] } | { walkover: MatchSide } | { doubleForfeit: true } {
  if (how === 'played') return { games } satisfies Partial<MatchScoreSent>
  return how === 'both' ? { doubleForfeit: true } : { walkover: how }
}

interface GamesProps {
  games: readonly MatchGame[]
  onGames: (games: MatchGame[]) => void
  bestOf: number
  home: string
  away: string
  wrong: Readonly<Record<string, string>>
  onWrong: (wrong: Readonly<Record<string, string>>) => void
  /** The game that should have a winner and has none */
  level: number | undefined
  /** Id of the message about it */
  alertId: string
}

/** A row for each game; the next one appears once this one has a winner, and none after the deciding one. */
function Games({ games, onGames, bestOf, home, away, wrong, onWrong, level, alertId }: GamesProps) {
  const t = useTexts('brackets')
  const open = openGames(games, bestOf)
  const won = wins(playedGames(games, bestOf))
  const change = (index: number, side: MatchSide, score: number) => {
    const next = Array.from({ length: Math.max(open, index + 1) }, (_, at) => games[at] ?? LEVEL)
    next[index] = { ...(next[index] ?? LEVEL), [side]: score }
    onGames(next)
    type(`${index} ${side}`, undefined)
  }
  const type = (key: string, text: string | undefined) => {
    const { [key]: _, ...others } = wrong
    onWrong(text === undefined ? others : { ...others, [key]: text })
  }
  const field = (index: number, side: MatchSide) => ({
    typed: wrong[`${index} ${side}`],
    onWrong: (text: string) => type(`${index} ${side}`, text),
    alert: level === index || wrong[`${index} ${side}`] !== undefined ? alertId : undefined,
  })
  return (
    <div className="flex flex-col">
      <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-3 pb-2 text-center">
        <p className="min-w-0 break-words">{home}</p>
        <p className="num text-2xl whitespace-nowrap" aria-live="polite">
          {won.home} – {won.away}
        </p>
        <p className="min-w-0 break-words">{away}</p>
      </div>
      <ol>
        {Array.from({ length: open }, (_, index) => {
          const game = games[index] ?? LEVEL
          const label = bestOf === 1 ? '' : t('score_.game', { game: index + 1 })
          return (
            <li key={index} className="grid grid-cols-2 items-center gap-x-3 gap-y-1 border-t border-line py-2 sm:grid-cols-[1fr_auto_1fr]">
              <Stepper
                value={game.home}
                label={t('score_.of', { name: home, game: index + 1 })}
                won={winnerOfGame(game) === 'home'}
                onChange={(score) => change(index, 'home', score)}
                {...field(index, 'home')}
              />
              {/* On a phone it stands above both sides, where its label fits. */}
              <span className="text-center text-sm whitespace-nowrap text-mute max-sm:order-first max-sm:col-span-2 max-sm:empty:hidden">
                {label}
              </span>
              <Stepper
                value={game.away}
                label={t('score_.of', { name: away, game: index + 1 })}
                won={winnerOfGame(game) === 'away'}
                onChange={(score) => change(index, 'away', score)}
                {...field(index, 'away')}
              />
            </li>
          )
        })}
      </ol>
    </div>
  )
}

const MOST = 999

interface StepperProps {
  value: number
  label: string
  won: boolean
  onChange: (value: number) => void
  /** The typed text, if it is not a score */
  typed: string | undefined
  onWrong: (text: string) => void
  /** Id of the error message */
  alert: string | undefined
}

function Stepper({ value, label, won, onChange, typed, onWrong, alert }: StepperProps) {
  const t = useTexts('brackets')
  const step = 'grid size-11 flex-none place-items-center ring-1 ring-control ring-inset disabled:text-control disabled:ring-line'
  return (
    <div className="flex justify-center">
      <button
        type="button"
        aria-label={t('score_.less', { label })}
        disabled={value <= 0}
        onClick={() => onChange(value - 1)}
        className={cx(step, 'rounded-l-control')}
      >
        <Minus className="size-4" aria-hidden="true" />
      </button>
      <input
        type="text"
        inputMode="numeric"
        pattern="[0-9]*"
        aria-label={label}
        value={typed ?? value}
        aria-invalid={alert !== undefined}
        aria-describedby={alert}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => {
          const text = target.value.trim()
          if (/^\d*$/.test(text) && Number(text) <= MOST) onChange(Number(text))
          else onWrong(text)
        }}
        className={cx(
          'num h-11 w-12 bg-ground text-center text-lg ring-1 ring-control ring-inset focus-visible:ring-2 focus-visible:ring-lime focus-visible:outline-none xs:w-14',
          won && 'text-lime',
          alert !== undefined && 'ring-2 ring-red',
        )}
      />
      <button
        type="button"
        aria-label={t('score_.more', { label })}
        disabled={value >= MOST}
        onClick={() => onChange(value + 1)}
        className={cx(step, 'rounded-r-control')}
      >
        <Plus className="size-4" aria-hidden="true" />
      </button>
    </div>
  )
}
