import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import type { DeskEntrant, Tournament, TournamentNeeds } from '@/api/generated'
import { texts } from '@/i18n'
import { useEntrantTexts } from '@/i18n/entrants'
import { clockTime, useSecondsLeft } from '@/ui/countdown'
import { Button, buttonClass } from '@/ui/button'
import { cx } from '@/ui/cx'
import { Tag } from '@/ui/tag'
import { WholeWords } from '@/ui/whole-words'
import { serverNow } from '@/live'
import { BRACKET_NEEDS, needsOf } from '@/features/tournaments/needs'
import { useAgo } from './ago'
import type { Bulk } from './bulk'
import { groupOf, type Group, hasPapers, isClear, shown, unchecked } from './filter'
import { ReasonDialog } from './reason-dialog'
import { isStuck, SHOWN } from './stuck'
import { part } from '@/ui/load'

const StuckMatches = part(async () => {
  const [{ StuckMatches }] = await Promise.all([import('./stuck-matches'), texts('matches', 'brackets')()])
  return { default: StuckMatches }
})

interface LaneProps {
  tournament: Tournament
  items: readonly DeskEntrant[]
  needs: TournamentNeeds | undefined
  decides: boolean
  bulk: Bulk
  /** Shows a group below, with one entry of it open. */
  onLook: (group: Group, open?: number) => void
}

/** Counts pending entries as the server does: entries to review, and admitted ones with unchecked documents, each once. */
export function waitingThings(items: readonly DeskEntrant[], needs?: TournamentNeeds): number {
  const review = items.filter(({ status }) => status === 'register').length
  return review + items.filter(hasPapers).length + needsOf(needs && { ...needs, review: 0, documents: 0 })
}

/**
 * The tasks of staff, in the order in which they become urgent, each with its action in place. The amber cards add up to the number above them;
 * the plain ones wait for others.
 */
export function Lane({ tournament, items, needs, decides, bulk, onLook }: LaneProps) {
  const t = useEntrantTexts('desk')
  const ago = useAgo()
  const [telling, setTelling] = useState(false)
  const review = shown(items, 'review', '')
  const clear = review.filter(isClear)
  const papers = items.filter(hasPapers)
  const lacking = shown(items, 'lacking', '')
  const same = items.filter((entrant) => entrant.gameIdElsewhere && groupOf(entrant.status) !== 'out')
  const open = tournament.phase === 'register'
  const drawable = tournament.phase === 'draw' && tournament.joined < 2
  const cards = [
    review.length > 0 && (
      <Card
        key="review"
        tone="amber"
        tag={t('lane.review', { count: review.length })}
        note={review[0]?.submittedAt ? t('lane.oldest', { ago: ago(review[0].submittedAt) }) : ''}
      >
        <Names entrants={review} />
        <Buttons>
          {decides && clear.length > 0 && (
            <Button size="sm" onClick={() => void bulk.decide(clear, { status: 'join' })}>
              {t('lane.approveClear', { count: clear.length })}
            </Button>
          )}
          <Button size="sm" look={clear.length > 0 && decides ? 'ghost' : 'plain'} onClick={() => onLook('review', review[0]?.id)}>
            {t(decides ? 'lane.lookEach' : 'lane.see')}
          </Button>
        </Buttons>
      </Card>
    ),
    papers.length > 0 && decides && (
      <Card
        key="papers"
        tone="amber"
        tag={t('lane.papers', { count: papers.length })}
        note={t('lane.documents', { count: papers.reduce((sum, entrant) => sum + unchecked(entrant), 0) })}
      >
        <Names entrants={papers} />
        <Buttons>
          <Button size="sm" onClick={() => onLook('all', papers[0]?.id)}>
            {t('lane.lookPapers')}
          </Button>
        </Buttons>
      </Card>
    ),
    lacking.length > 0 && (
      <Card
        key="lacking"
        tone="plain"
        tag={t('lane.lacking', { count: lacking.length })}
        note={open ? <Closes at={tournament.registrationEndAt} /> : t('lane.closed')}
      >
        <Names entrants={lacking} />
        <Buttons>
          {decides && (
            <Button size="sm" onClick={() => setTelling(true)}>
              {t('lane.tellAll', { count: lacking.length })}
            </Button>
          )}
          <Button size="sm" look="ghost" onClick={() => onLook('lacking', lacking[0]?.id)}>
            {t('lane.see')}
          </Button>
        </Buttons>
      </Card>
    ),
    same.length > 0 && (
      <Card key="same" tone="plain" tag={t('lane.sameIds', { count: same.length })} note={t('lane.sameIdsNote')}>
        <Names entrants={same} />
        <Buttons>
          <Button size="sm" look="ghost" onClick={() => onLook('all', same[0]?.id)}>
            {t('lane.see')}
          </Button>
        </Buttons>
      </Card>
    ),
    ...BRACKETS.map(
      (kind) =>
        needs && needs[kind] > 0 && <BracketCard key={kind} kind={kind} count={needs[kind]} tournament={tournament} decides={decides} />,
    ),
    drawable && (
      <Card key="few" tone="red" tag={t('lane.few')} note={t('lane.fewNote', { count: tournament.joined })}>
        <p className="text-sm text-mute">{t('lane.fewText')}</p>
        <Buttons>
          <Link
            to="/esport/tournament/$id/manage"
            params={{ id: String(tournament.id) }}
            search={{ section: 'invite' }}
            className={buttonClass('plain', 'sm')}
          >
            {t('section.invite')}
          </Link>
        </Buttons>
      </Card>
    ),
  ].filter(Boolean)
  return (
    <>
      {cards.length === 0 ? (
        <p className="rounded-panel border border-line bg-panel p-5 text-mute">{t('lane.nothing')}</p>
      ) : (
        <ul aria-label={t('section.needs')} className="grid gap-3 sm:grid-cols-2 md:grid-cols-3">
          {cards}
        </ul>
      )}
      {telling && (
        <ReasonDialog
          title={t('bulk.askTitle', { count: lacking.length })}
          action={t('bulk.askGo', { count: lacking.length })}
          required={false}
          label={t('reason.note')}
          ready={t('ready.documents', { returnObjects: true })}
          act={async (note) => {
            setTelling(false)
            void bulk.ask(lacking, note)
          }}
          onEnd={() => setTelling(false)}
        >
          {t('bulk.askText')}
        </ReasonDialog>
      )}
    </>
  )
}

function Card({ tone, tag, note, children }: { tone: 'amber' | 'red' | 'plain'; tag: string; note: ReactNode; children: ReactNode }) {
  const edge = { amber: 'border-t-amber', red: 'border-t-red', plain: 'border-t-control' }[tone]
  return (
    <li className={cx('flex flex-col gap-3 rounded-panel border border-t-2 border-line bg-panel p-4', edge)}>
      <p className="flex flex-wrap items-center justify-between gap-2">
        <Tag tone={tone === 'plain' ? undefined : tone}>{tag}</Tag>
        <span className={cx('text-sm', tone === 'red' ? 'text-red' : tone === 'amber' ? 'text-amber' : 'text-mute')}>{note}</span>
      </p>
      {children}
    </li>
  )
}

const Buttons = ({ children }: { children: ReactNode }) => <div className="mt-auto flex flex-wrap gap-2">{children}</div>

const BRACKETS = ['draw', 'rule', 'noShow', 'overdue', 'setTime', 'groups', 'advance', 'finish', 'reported'] as const

interface BracketCardProps extends Pick<LaneProps, 'tournament' | 'decides'> {
  kind: (typeof BRACKETS)[number]
  count: number
}

/** A task of the brackets: matches to handle at once, or a link to the section that settles it. */
function BracketCard({ kind, count, tournament, decides }: BracketCardProps) {
  const t = useEntrantTexts('desk')
  return (
    <Card tone="amber" tag={t(`lane.${kind}`, { count: count })} note="">
      {isStuck(kind) ? (
        <>
          <Suspense fallback={<div className="skeleton h-11" />}>
            {/* An assistant sets times and decides nothing. */}
            <StuckMatches tournamentId={tournament.id} kind={kind} count={count} decides={decides || kind === 'setTime'} />
          </Suspense>
          {count > SHOWN && (
            <Buttons>
              <Link
                to="/esport/tournament/$id/matches"
                params={{ id: String(tournament.id) }}
                search={{ only: 'stuck' }}
                className={buttonClass('plain', 'sm')}
              >
                {t('lane.all', { count: count })}
              </Link>
            </Buttons>
          )}
        </>
      ) : (
        <Buttons>
          <Link
            to="/esport/tournament/$id/manage"
            params={{ id: String(tournament.id) }}
            search={{ section: BRACKET_NEEDS[kind] }}
            className={buttonClass('plain', 'sm')}
          >
            {t(`lane.go.${BRACKET_NEEDS[kind]}`)}
          </Link>
        </Buttons>
      )}
    </Card>
  )
}

const NAMED = 3

function Names({ entrants }: { entrants: readonly DeskEntrant[] }) {
  const t = useEntrantTexts('desk')
  const more = entrants.length - NAMED
  return (
    <p className="break-words">
      <WholeWords>
        {entrants
          .slice(0, NAMED)
          .map(({ name }) => name)
          .join(' · ')}
      </WholeWords>
      {more > 0 && <span className="text-mute"> {t('lane.more', { count: more })}</span>}
    </p>
  )
}

const DAY = 24 * 3600

/** Time until entries close: in days, and finally by the clock. */
function Closes({ at }: { at: string }) {
  const t = useEntrantTexts('desk')
  const left = useSecondsLeft(Date.parse(at), serverNow)
  if (left === undefined) return null
  return <>{left >= DAY ? t('lane.closesDays', { count: Math.floor(left / DAY) }) : t('lane.closesIn', { time: clockTime(left) })}</>
}
