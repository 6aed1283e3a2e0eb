import type { MatchRoom } from '@/api/generated'
import { useCallback, useEffect, useEffectEvent, useId, useMemo, useState } from 'react'
import { Countdown } from '@/features/tournaments/countdown'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/feedback'
import { useRefusalText } from '@/ui/query-error'
import { TeamLogo } from '@/ui/team-logo'
import { sendReport } from './calls'
import { GameRows } from './game-rows'
import { saveDraft, loadDraft, type ScoreDraft, useSavedDraft } from './saved-drafts'
import { ProofField } from './proof-field'
import { useRoomActs } from './room-context'
import { faultOf, gamesOf, standing } from './sheet'
import { type Proofs, useProofs } from './use-proofs'
import { useMatchLabels } from './labels'

/** The side's own result, entered without seeing the other side's, which is shown afterwards. Input outlives a closed sheet. */
export function ScoreSheet({ room, onEnd }: { room: MatchRoom; onEnd: () => void }) {
  const t = useTexts('matches')
  const common = useTexts('common')
  const labels = useMatchLabels()
  const refusalText = useRefusalText()
  const { steps } = useRoomActs()
  const [opened, setOpened] = useState(room.now.version)
  const { draft, change, changeProofs, forget } = useScoreDraft(room, opened)
  const proofs = useProofs(room.id, draft.proofs, changeProofs)
  const [tried, setTried] = useState(false)
  // The user has sent it, and its pictures are still uploading.
  const [waits, setWaits] = useState(false)
  const alertId = useId()
  const { bestOf, now } = room
  const won = standing(draft.games, bestOf)
  const games = gamesOf(draft.games, bestOf)
  const fault = faultOf(draft.games, bestOf)
  const { sending, failed } = proofs
  const score = `${Math.max(won.home, won.away)}–${Math.min(won.home, won.away)}`
  const end = () => {
    forget()
    onEnd()
  }
  // A report is final: it must not leave without its pictures unless the user agrees.
  const send = () => {
    setTried(true)
    setWaits(Boolean(games) && sending)
    if (!games || sending || failed.length > 0) return
    const { version } = draft
    steps.run('report', () => sendReport(room.id, { games, proofs: draft.proofs.map(({ id }) => id), version }), end)
  }
  const ready = useEffectEvent(() => {
    if (waits) send()
  })
  useEffect(() => {
    if (sending || !waits) return
    const soon = setTimeout(() => ready())
    return () => clearTimeout(soon)
  }, [sending, waits])
  // The result differs from the one that was to be sent.
  const changed = () => setWaits(false)
  const restart = () => {
    forget()
    proofs.clear()
    steps.forget()
    setTried(false)
    setOpened(room.now.version)
  }
  const due = now.confirmDueAt
  const { problem } = steps
  return (
    <Dialog
      open
      onClose={onEnd}
      width={600}
      title={
        <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          {t('score.title')} <span className="num text-base font-normal text-mute">Bo{bestOf}</span>
          {due && (
            <span className="ml-auto rounded bg-amber-dim px-2 text-base text-amber">
              {t('score.within')} <Countdown until={due} />
            </span>
          )}
        </span>
      }
      actions={
        <div className="flex w-full flex-col gap-2">
          {tried && games && failed.length > 0 && <FailedProofs proofs={proofs} onGo={() => setWaits(true)} />}
          {problem && (
            <Notice
              tone="error"
              action={
                problem.code === 'match_reset' && (
                  <Button size="sm" onClick={restart}>
                    {t('score.restart')}
                  </Button>
                )
              }
            >
              {refusalText(problem)}
            </Notice>
          )}
          <div className="flex gap-3">
            <Button className="px-4!" onClick={onEnd}>
              {common('action.close')}
            </Button>
            <Button look="primary" className="flex-1" busy={steps.busy === 'report' || waits} onClick={send}>
              {waits
                ? t('score.waiting')
                : won.winner
                  ? t('score.go', { name: labels.short(room, won.winner), score })
                  : t('score.goEmpty')}
            </Button>
          </div>
          {/* A side that is reported absent already knows the other side's claim. */}
          <p role="status" className="text-center text-sm text-mute">
            {waits ? t('score.waitsForPictures') : !now.noShow && t('score.hidden', { name: labels.opponent(room) })}
          </p>
        </div>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex items-center justify-center gap-3 xs:gap-4">
          <TeamName room={room} side="home" />
          <p aria-live="polite" className="num text-4xl whitespace-nowrap">
            {won.home}
            <span className="mx-1.5 text-mute">–</span>
            {won.away}
          </p>
          <TeamName room={room} side="away" />
        </div>
        <GameRows
          room={room}
          drafts={draft.games}
          onDrafts={(next) => {
            changed()
            change({ games: next })
          }}
          fault={fault === undefined ? undefined : { game: fault, id: alertId }}
        />
        {(fault !== undefined || (tried && !games)) && (
          <p id={alertId} role="alert" className="text-sm text-red">
            {fault === undefined ? t('score.open', { count: Math.floor(bestOf / 2) + 1 }) : t('score.fault', { game: fault + 1 })}
          </p>
        )}
        <ProofField matchId={room.id} proofs={proofs} onChange={changed} />
      </div>
    </Dialog>
  )
}

/** Returns the saved draft of this match's result, as long as the same sides play it. */
function useScoreDraft(room: MatchRoom, version: number) {
  const { id, now } = room
  const sides = `${now.homeId}.${now.awayId}`
  const saved = useSavedDraft('score', id)
  const fresh = useMemo((): ScoreDraft => ({ version, sides, games: [], proofs: [] }), [version, sides])
  const write = useCallback(
    (change: (draft: ScoreDraft) => Partial<ScoreDraft>) => {
      const known = loadDraft('score', id)
      const draft = known?.sides === fresh.sides ? known : fresh
      const next = { ...draft, ...change(draft) }
      if (next.games !== draft.games || next.proofs !== draft.proofs) saveDraft('score', id, next)
    },
    [id, fresh],
  )
  return {
    draft: saved?.sides === sides ? saved : fresh,
    change: (part: Partial<ScoreDraft>) => write(() => part),
    changeProofs: useCallback(
      (change: (proofs: ScoreDraft['proofs']) => ScoreDraft['proofs']) => write(({ proofs }) => ({ proofs: change(proofs) })),
      [write],
    ),
    forget: () => saveDraft('score', id, undefined),
  }
}

/** Failed pictures: retry, or send without them. Either way the report then goes out by itself. */
function FailedProofs({ proofs, onGo }: { proofs: Proofs; onGo: () => void }) {
  const t = useTexts('matches')
  const { failed } = proofs
  const go = (each: (proof: (typeof failed)[number]) => void) => () => {
    failed.forEach(each)
    onGo()
  }
  return (
    <Notice tone="error">
      <p>{t('score.picturesFailed', { count: failed.length })}</p>
      <p className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" onClick={go(proofs.again)}>
          {t('score.retryPictures')}
        </Button>
        <Button size="sm" look="ghost" onClick={go(proofs.remove)}>
          {t('score.withoutPictures')}
        </Button>
      </p>
    </Notice>
  )
}

function TeamName({ room, side }: { room: MatchRoom; side: 'home' | 'away' }) {
  const labels = useMatchLabels()
  const team = room[side]
  return (
    <p className={`flex min-w-0 flex-1 items-center gap-2 ${side === 'home' ? 'justify-end text-right' : 'flex-row-reverse justify-end'}`}>
      <span className="min-w-0 break-words max-xs:text-sm">{labels.short(room, side)}</span>
      <TeamLogo name={labels.name(room, side)} shortName={team?.shortName} logo={team?.logo} size="sm" />
    </p>
  )
}
