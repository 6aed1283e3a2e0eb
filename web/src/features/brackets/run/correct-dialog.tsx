import { disqualify, previewDisqualify, previewReset, resetScore } from '../calls'
import type { Bracket, BracketMatch, Disqualification, MatchDecided, MatchFalls, PlacesLost } from '@/api/generated'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { problemOf } from '@/api/problem'
import { useLanguage, useTexts } from '@/i18n'
import { ordinal } from '@/i18n/ordinal'
import { Button } from '@/ui/button'
import { ChoiceCard } from '@/ui/choice'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/feedback'
import { useProblemText } from '@/ui/query-error'
import { toast } from '@/ui/toast'
import { showDecided } from './show-decided'
import { Falls } from './falls'
import { Reason } from './reason-field'
import type { BracketLabels } from '../labels'

interface MatchDialogProps {
  bracket: Bracket
  match: BracketMatch
  labels: BracketLabels
  onEnd: (done: boolean) => void
}

/** Withdraws a result. The results that would be reset with it are shown first. */
export function UndoDialog({ bracket, match, labels, onEnd }: MatchDialogProps) {
  const t = useTexts('brackets')
  const { data, error } = useQuery({
    queryKey: ['bracketReset', match.id, match.version],
    queryFn: () => previewReset(match.id),
    gcTime: 0,
  })
  return (
    <Undo
      title={t('undo.title', { match: labels.match(match.label) })}
      action={data && data.falls.length > 0 ? t('falls.go', { count: data.falls.length }) : t('undo.go')}
      bracket={bracket}
      preview={data}
      failed={error}
      act={(reason) => resetScore(match.id, { cascade: true, reason, version: match.version })}
      done={t('undo.done')}
      onEnd={onEnd}
    >
      <p className="text-mute">{t('undo.text')}</p>
    </Undo>
  )
}

/** Disqualifies a side from this match, or from the tournament. */
export function OutDialog({ bracket, match, labels, onEnd }: MatchDialogProps) {
  const t = useTexts('brackets')
  const [who, setWho] = useState<number>()
  const [scope, setScope] = useState<'match' | 'tournament'>('match')
  const language = useLanguage()
  const [place, setPlace] = useState<Replacement>()
  // A disqualified entrant can only be readmitted.
  const isOut = bracket.entrants.some(({ contestantId, out }) => contestantId === who && out)
  const leaveEmpty = place === 'empty'
  const what: Disqualification = { contestantId: who ?? 0, leaveEmpty, ...(isOut ? { scope: 'tournament', restore: true } : { scope }) }
  const { data, error } = useQuery({
    queryKey: ['bracketOut', match.id, match.version, who, scope, isOut, leaveEmpty],
    queryFn: () => previewDisqualify(match.id, what),
    enabled: who !== undefined,
    gcTime: 0,
  })
  const name = useId()
  const places = data?.places ?? undefined
  const strips = place !== undefined && place !== 'keep'
  const title = places && place ? { title: strips ? ('strip_title' as const) : ('keep_results' as const), withdrawPaid: strips } : {}
  return (
    <Undo
      title={t('out.title', { match: labels.match(match.label) })}
      action={t(isOut ? 'out.go.restore' : `out.go.${scope}`)}
      bracket={bracket}
      preview={data}
      failed={error}
      waits={who === undefined || (places !== undefined && place === undefined)}
      act={(reason) => disqualify(match.id, { ...what, ...title, cascade: true, reason })}
      done={t(isOut ? 'out.restored' : 'out.done')}
      onEnd={onEnd}
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="num mb-1.5">{t('out.who')}</legend>
        {[match.home, match.away].map(({ contestantId }) =>
          contestantId ? (
            <ChoiceCard
              key={contestantId}
              name={`${name}-who`}
              value={String(contestantId)}
              checked={who === contestantId}
              onChange={() => setWho(contestantId)}
              ring
            >
              {labels.name(contestantId)}
            </ChoiceCard>
          ) : null,
        )}
      </fieldset>
      {isOut ? (
        <p className="text-mute">{t('out.restoreText')}</p>
      ) : (
        <fieldset className="flex flex-col gap-2">
          <legend className="num mb-1.5">{t('out.scope')}</legend>
          {(['match', 'tournament'] as const).map((each) => (
            <ChoiceCard key={each} name={`${name}-scope`} value={each} checked={scope === each} onChange={() => setScope(each)} ring>
              {t(`out.${each}`)}
              <span className="block text-sm text-mute">{t(`out.${each}Text`)}</span>
            </ChoiceCard>
          ))}
        </fieldset>
      )}
      {places && (
        <fieldset className="flex flex-col gap-2">
          <legend className="num mb-1.5">{t('out.places', { rank: ordinal(places.rank, language) })}</legend>
          {(['keep', 'up', 'empty'] as const).map((each) => (
            <ChoiceCard key={each} name={`${name}-place`} value={each} checked={place === each} onChange={() => setPlace(each)} ring>
              {t(`out.place.${each}`)}
            </ChoiceCard>
          ))}
        </fieldset>
      )}
      {places && strips && <Moves places={places} />}
    </Undo>
  )
}

/** Effect on a place that is certain: it stays, the entrants behind move up, or it becomes vacant. */
type Replacement = 'keep' | 'up' | 'empty'

function Moves({ places }: { places: PlacesLost }) {
  const t = useTexts('brackets')
  const language = useLanguage()
  return (
    <Notice tone="warn">
      <ul className="max-h-48 overflow-y-auto text-sm">
        {places.moves.map(({ contestantId, name, from, to }) => (
          <li key={contestantId} className="break-words">
            {to
              ? t('out.moves', { name, from: ordinal(from, language), to: ordinal(to, language) })
              : t('out.loses', { name, from: ordinal(from, language) })}
          </li>
        ))}
      </ul>
      {places.paid.length > 0 && <p className="mt-2">{t('out.paid', { count: places.paid.length })}</p>}
    </Notice>
  )
}

interface UndoProps {
  title: string
  action: string
  bracket: Bracket
  preview: MatchFalls | undefined
  failed: Error | null
  /** A choice has to be made first. */
  waits?: boolean
  act: (reason: string) => Promise<MatchDecided | undefined>
  done: string
  onEnd: (done: boolean) => void
  children: ReactNode
}

function Undo({ title, action, bracket, preview, failed, waits = false, act, done, onEnd, children }: UndoProps) {
  const common = useTexts('common')
  const problemText = useProblemText()
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const id = useId()
  const acting = useMutation({
    mutationFn: () => act(reason.trim()),
    onSuccess: (decided) => {
      if (decided) showDecided(queries, bracket, decided)
      void toast(done, { tone: 'success' })
      onEnd(true)
    },
  })
  const problem = acting.error ?? failed
  return (
    <Dialog
      open
      onClose={() => onEnd(false)}
      width={600}
      title={title}
      actions={
        <>
          <Button onClick={() => onEnd(false)}>{common('action.cancel')}</Button>
          <Button
            look="danger"
            busy={acting.isPending}
            disabled={waits || !preview}
            onClick={() => {
              setTried(true)
              if (reason.trim()) acting.mutate()
              else document.getElementById(id)?.focus()
            }}
          >
            {action}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {children}
        {preview ? (
          <Falls falls={preview.falls} laterStages={preview.laterStages} />
        ) : (
          !waits && !failed && <div aria-busy="true" className="skeleton h-20" />
        )}
        {!failed && <Reason id={id} value={reason} onChange={setReason} lacks={tried && !reason.trim()} />}
        {problem && <Notice tone="error">{problemText(problemOf(problem))}</Notice>}
      </div>
    </Dialog>
  )
}
