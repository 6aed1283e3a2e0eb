import { Check, Clock, List, Network, Printer } from 'lucide-react'
import { type ReactNode, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Bracket, Tournament } from '@/api/generated'
import { useContent, useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { cx } from '@/ui/cx'
import { FindTeam } from './find-team'
import { MatchList } from './match-list'
import { News } from './news'
import { PathBar } from './path-bar'
import { pathOf } from './path'
import { bracketAtQuery } from '../queries'
import { roundsOf } from '../rounds'
import { useFresh } from './use-fresh'
import { useNarrowScreen } from './use-narrow-screen'
import { Tool, ZoomTools } from './zoom-tools'
import { usePrint } from './use-print'
import { Canvas, type Plane } from './canvas'
import { Phone, type PhonePlane } from './phone'
import { useViewer } from '../use-viewer'
import { useLabelsFor } from '../labels'
import { part } from '@/ui/load'

const Scrub = part(async () => ({ default: (await import('./scrub')).Scrub }))
const MatchSheet = part(async () => ({ default: (await import('./match-sheet')).MatchSheet }))

interface ViewProps {
  tournament: Tournament
  bracket: Bracket
  /** Content between the tools and the tree. */
  children?: ReactNode
}

/** Up to this many entrants, both halves start at the edges of a screen. */
const BOTH_SIDES = 64

/** A bracket with its tools, its tree, and the viewer's own path. */
export function BracketView({ tournament, bracket: now, children }: ViewProps) {
  const t = useTexts('brackets')
  const content = useContent()
  const { mine, runs } = useViewer(tournament.id)
  const [walks, setWalks] = useState(false)
  const [at, setAt] = useState<string>()
  const { Sheet, print } = usePrint()
  const past = useQuery({ ...bracketAtQuery(now.tournamentId, now.stage, at ?? ''), enabled: at !== undefined })
  const bracket = at === undefined ? now : (past.data ?? now)
  const me = bracket.entrants.find(({ contestantId }) => contestantId === mine)?.contestantId
  const { known, labels } = useLabelsFor(bracket)
  const rounds = useMemo(() => roundsOf(bracket.matches), [bracket.matches])
  const fresh = useFresh(bracket)
  const [pointed, setPointed] = useState<number>()
  const [chosen, setChosen] = useState<number | 'nobody'>()
  const [open, setOpen] = useState<number>()
  const [asList, setAsList] = useState(false)
  const canvas = useRef<Plane>(null)
  const phone = useRef<PhonePlane>(null)
  const narrow = useNarrowScreen()

  // The viewer's own path is highlighted unless another one is chosen.
  const who = pointed ?? (chosen === 'nobody' ? undefined : (chosen ?? me))
  const way = useMemo(() => (who === undefined ? undefined : pathOf(who, bracket.matches, known)), [who, bracket.matches, known])
  const myWay = useMemo(() => (me === undefined ? undefined : pathOf(me, bracket.matches, known)), [me, bracket.matches, known])
  const show = (id: number) => {
    canvas.current?.show(id)
    phone.current?.show(id)
  }
  const showTeam = (contestant: number) => {
    setChosen(contestant)
    const own = bracket.matches.filter(({ home, away }) => [home, away].some(({ contestantId }) => contestantId === contestant))
    const last = own.findLast(({ state }) => state !== 'void' && state !== 'bye')
    if (last) show(last.id)
  }
  const shape = bracket.entrants.length <= BOTH_SIDES ? 'both' : 'right'
  const same = { bracket, known, labels, who, way, fresh, onOpen: setOpen }
  return (
    <section aria-label={t('view.label')} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        {me !== undefined && (
          <Button
            size="sm"
            aria-pressed={who === me}
            className={cx('rounded-control', who === me && 'bg-lime-dim! text-lime! ring-lime!')}
            onClick={() => (who === me ? setChosen('nobody') : showTeam(me))}
          >
            {who === me && <Check className="size-4" aria-hidden="true" />}
            {t('view.myWay')}
          </Button>
        )}
        <FindTeam
          entrants={bracket.entrants}
          chosen={typeof chosen === 'number' ? chosen : undefined}
          onChoose={showTeam}
          onClear={() => setChosen(undefined)}
        />
        <span className="flex-1" />
        {narrow !== true && !asList && <ZoomTools canvas={canvas} />}
        <Tool
          label={t(asList ? 'view.asTree' : 'view.asList')}
          onPress={() => setAsList(!asList)}
          icon={asList ? <Network /> : <List />}
          className="rounded-control"
        />
        <Tool
          label={t('scrub.label')}
          pressed={walks}
          onPress={() => {
            setWalks(!walks)
            setAt(undefined)
          }}
          icon={<Clock />}
          className="rounded-control"
        />
        <Tool label={t('view.print')} onPress={() => void print()} icon={<Printer />} className="rounded-control max-sm:hidden" />
      </div>
      {children}
      {asList ? (
        <MatchList bracket={bracket} onOpen={setOpen} />
      ) : (
        <>
          {/* The server does not know the width: it renders both, and one is hidden. */}
          {narrow !== true && (
            <div className={cx(narrow === undefined && 'max-sm:hidden')}>
              <Canvas ref={canvas} {...same} shape={shape} onLight={setPointed} />
            </div>
          )}
          {narrow !== false && (
            <div className={cx(narrow === undefined && 'sm:hidden')}>
              <Phone ref={phone} {...same} />
            </div>
          )}
          <ReadAloud bracket={bracket} />
        </>
      )}
      {me !== undefined && myWay && !walks && <PathBar me={me} way={myWay} rounds={rounds} known={known} labels={labels} onShow={show} />}
      {walks && (
        <Suspense fallback={<div className="skeleton h-16" />}>
          <Scrub bracket={now} at={at} onAt={setAt} />
        </Suspense>
      )}
      {now.draw && (
        <Link
          to="/esport/tournament/$id/draw"
          params={{ id: String(tournament.id) }}
          search={{ stage: now.stage }}
          className="min-h-11 self-start py-2.5 text-sm text-mute underline underline-offset-2 hover:text-text print:hidden"
        >
          {t('view.draw')}
        </Link>
      )}
      {Sheet && <Sheet bracket={bracket} known={known} labels={labels} title={content(tournament.name)} />}
      <News bracket={bracket} labels={labels} />
      {open !== undefined && (
        <Suspense fallback={null}>
          <MatchSheet
            bracket={bracket}
            known={known}
            labels={labels}
            id={open}
            decides={runs}
            onOpen={setOpen}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </section>
  )
}

/** The tree's matches round by round, for screen readers; it is added after hydration. */
function ReadAloud({ bracket: now }: { bracket: Bracket }) {
  const bracket = useDeferredValue(now)
  const [there, setThere] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setThere(true), 300)
    return () => clearTimeout(timer)
  }, [])
  return there ? <MatchList bracket={bracket} spoken /> : null
}
