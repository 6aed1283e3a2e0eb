import { useParams } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, Maximize, Pause, Play } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Bracket, Tournament } from '@/api/generated'
import { entrantKind } from '@/features/tournaments/entrant-kind'
import { useContent } from '@/i18n'
import { EntrantScope, useEntrantTexts } from '@/i18n/entrants'
import { ConnectionMark } from '@/live/connection-mark'
import { cx } from '@/ui/cx'
import { Countdown } from '@/features/tournaments/countdown'
import { lookupOf as knownOf } from '@/features/brackets/rounds'
import { useBracketLabels } from '@/features/brackets/labels'
import { useAwake } from '@/features/brackets/show/use-awake'
import { useRotation } from '@/features/brackets/show/use-rotation'
import { SceneView } from '@/features/brackets/show/scene-view'
import { type Scene, scenesOf } from '@/features/brackets/show/scenes'
import { useLiveTournament, useShow } from '@/features/brackets/show/use-show'

/** For a television in a hall: current matches rotate by themselves, readable from five metres. */
export function TvPage() {
  const { id } = useParams({ from: '/esport/tournament/$id/tv' })
  const { tournament, bracket, error } = useShow(Number(id))
  const t = useEntrantTexts('show')
  useAwake()
  if (!tournament) return <Screen>{error ? <p className="m-auto text-mute">{t('gone')}</p> : null}</Screen>
  return (
    <EntrantScope value={entrantKind(tournament)}>
      <Loaded tournament={tournament} bracket={bracket} />
    </EntrantScope>
  )
}

/** The layout is 960 × 540, scaled to the screen. */
const [WIDTH, HEIGHT] = [960, 540]

function Screen({ children }: { children: ReactNode }) {
  const [zoom, setZoom] = useState(1)
  useEffect(() => {
    const measure = () => setZoom(Math.max(0.35, Math.min(innerWidth / WIDTH, innerHeight / HEIGHT)))
    measure()
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [])
  return (
    <div style={{ zoom, height: `calc(100dvh / ${zoom})` }} className="group/tv flex flex-col overflow-hidden px-8 pt-5 pb-4">
      {children}
    </div>
  )
}

function Loaded({ tournament, bracket }: { tournament: Tournament; bracket: Bracket | undefined }) {
  useLiveTournament(tournament)
  const content = useContent()
  const scenes = useMemo(() => (bracket ? scenesOf(bracket) : []), [bracket])
  const { shown, held, hold, step } = useRotation(scenes.length)
  useKeys({ hold, step })
  const scene = scenes[shown]
  return (
    <Screen>
      <header className="flex items-baseline justify-between gap-6 pb-3">
        <h1 className="min-w-0 truncate py-0.5 text-2xl">{content(tournament.name)}</h1>
        <div className="flex flex-none items-center gap-5">
          {scene && bracket && <SceneName scene={scene} bracket={bracket} />}
          <ConnectionMark />
        </div>
      </header>
      <div className="min-h-0 flex-1">
        {scene && bracket ? <ShownScene key={scene.key} bracket={bracket} scene={scene} /> : <Waiting tournament={tournament} />}
      </div>
      <Remote scenes={scenes} shown={shown} held={held} onHold={hold} onStep={step} />
    </Screen>
  )
}

function ShownScene({ bracket, scene }: { bracket: Bracket; scene: Scene }) {
  const known = useMemo(() => knownOf(bracket), [bracket])
  const labels = useBracketLabels(known)
  return (
    <div className="h-full animate-[appear_.4s_ease-out]">
      <SceneView bracket={bracket} scene={scene} known={known} labels={labels} />
    </div>
  )
}

function SceneName({ scene, bracket }: { scene: Scene; bracket: Bracket }) {
  const t = useEntrantTexts('show')
  const stage = bracket.stages.length > 1 ? bracket.stages.find((each) => each.stage === bracket.stage)?.name : undefined
  return <p className="num text-lg whitespace-nowrap text-mute">{[stage, t(`scene.${scene.kind}`)].filter(Boolean).join(' · ')}</p>
}

/** Before the draw: the tournament and its start. */
function Waiting({ tournament }: { tournament: Tournament }) {
  const t = useEntrantTexts('show')
  const before = tournament.phase !== 'competition' && tournament.phase !== 'finished'
  return (
    <div className="flex h-full flex-col items-center justify-center gap-4 text-center">
      <p className="text-2xl text-mute">{t(before ? 'startsIn' : 'soon')}</p>
      {before && <Countdown until={tournament.startAt} className="text-[5rem] leading-tight" />}
      <p className="text-xl">{t('joined', { count: tournament.joined })}</p>
    </div>
  )
}

function useKeys({ hold, step }: { hold: () => void; step: (by: number) => void }) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.target instanceof HTMLButtonElement && event.key === ' ') return
    if (event.key === ' ') hold()
    else if (event.key === 'ArrowRight') step(1)
    else if (event.key === 'ArrowLeft') step(-1)
    else if (event.key === 'f') full()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

function full(): void {
  if (document.fullscreenElement) void document.exitFullscreen()
  else void document.documentElement.requestFullscreen?.().catch(() => undefined)
}

interface RemoteProps {
  scenes: readonly Scene[]
  shown: number
  held: boolean
  onHold: () => void
  onStep: (by: number) => void
}

/** Shows the position among the scenes; the controls appear on mouse or keyboard focus. */
function Remote({ scenes, shown, held, onHold, onStep }: RemoteProps) {
  const t = useEntrantTexts('show')
  const look = 'grid size-9 place-items-center rounded-control text-mute hover:bg-raise hover:text-text'
  return (
    <footer className="flex items-center gap-4 pt-2">
      <span aria-hidden="true" className="flex flex-1 gap-1.5">
        {scenes.length > 1 &&
          scenes.map(({ key }, index) => <span key={key} className={cx('h-1 max-w-10 flex-1', index === shown ? 'bg-text' : 'bg-line')} />)}
      </span>
      <div
        role="group"
        aria-label={t('remote')}
        className="flex gap-1 opacity-0 transition-opacity group-hover/tv:opacity-100 focus-within:opacity-100"
      >
        {scenes.length > 1 && (
          <>
            <button type="button" aria-label={t('previous')} onClick={() => onStep(-1)} className={look}>
              <ChevronLeft className="size-5" aria-hidden="true" />
            </button>
            <button type="button" aria-label={t(held ? 'play' : 'pause')} onClick={onHold} className={look}>
              {held ? <Play className="size-5" aria-hidden="true" /> : <Pause className="size-5" aria-hidden="true" />}
            </button>
            <button type="button" aria-label={t('next')} onClick={() => onStep(1)} className={look}>
              <ChevronRight className="size-5" aria-hidden="true" />
            </button>
          </>
        )}
        <button type="button" aria-label={t('full')} onClick={full} className={look}>
          <Maximize className="size-5" aria-hidden="true" />
        </button>
      </div>
    </footer>
  )
}
