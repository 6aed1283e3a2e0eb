import { mayBeFoundInvalid } from '@/api/state-sets.gen'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeskEntrant, DocumentKind, EntryPlayer, Tournament } from '@/api/generated'
import { missingNoticeLimits } from '@/api/limits.gen'
import { ApiProblem, problemOf } from '@/api/problem'
import { useKindName } from '@/features/registration/lack-labels'
import { useTexts } from '@/i18n'
import { useEntrantTexts } from '@/i18n/entrants'
import { Button } from '@/ui/button'
import { Check } from '@/ui/check'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/feedback'
import { useProblemText } from '@/ui/query-error'
import { toast } from '@/ui/toast'
import { askForDocuments, type Missing, missingOf } from './decide'
import { readAgainIfChanged } from './queries'
import { ReadyTexts } from './reason-dialog'
import { forgetReasons, reasonsAsNote } from './reasons'
import { useShowStatus } from './use-entrants'

interface MissingDialogProps {
  tournament: Tournament
  entrant: DeskEntrant
  players: readonly EntryPlayer[]
  onEnd: () => void
}

/** Tells captain and players which documents are missing or have to be sent again: whose, which, and why. */
export function MissingDialog({ tournament, entrant, players, onEnd }: MissingDialogProps) {
  const t = useEntrantTexts('desk')
  const common = useTexts('common')
  const problemText = useProblemText()
  const queries = useQueryClient()
  const show = useShowStatus(tournament.id)
  const [asked, setAsked] = useState<readonly Missing[]>(() => missingOf(players))
  const [note, setNote] = useState(() => reasonsAsNote(entrant.id))
  const sending = useMutation({
    mutationFn: async () => {
      const outcome = await askForDocuments(tournament.id, entrant, [...asked], note.trim())
      if (outcome.problem) throw new ApiProblem(409, outcome.problem)
      return outcome
    },
    onError: (error) => readAgainIfChanged(queries, tournament.id, entrant.id, error),
    onSuccess: (outcome) => {
      forgetReasons(entrant.id)
      show([outcome])
      void queries.invalidateQueries({ queryKey: ['deskEvidence', entrant.id] })
      void toast(t('missing.sent'), { tone: 'success' })
      onEnd()
    },
  })
  const has = (userId: number, kind: DocumentKind) => asked.some((each) => each.userId === userId && each.kinds.includes(kind))
  const toggle = (userId: number, kind: DocumentKind) => {
    const kinds = asked.find((each) => each.userId === userId)?.kinds ?? []
    const next = kinds.includes(kind) ? kinds.filter((each) => each !== kind) : [...kinds, kind]
    setAsked([...asked.filter((each) => each.userId !== userId), ...(next.length > 0 ? [{ userId, kinds: next }] : [])])
  }
  return (
    <Dialog
      open
      onClose={onEnd}
      width={600}
      title={t('missing.title', { name: entrant.name })}
      actions={
        <>
          <Button onClick={onEnd}>{common('action.cancel')}</Button>
          <Button look="primary" busy={sending.isPending} disabled={asked.length === 0} onClick={() => sending.mutate()}>
            {t('missing.send', { count: asked.length })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-mute">{t(mayBeFoundInvalid(entrant.status) ? 'missing.textInvalid' : 'missing.text')}</p>
        <ul className="flex flex-col">
          {players
            .filter(({ left, documents }) => !left && documents.length > 0)
            .map((player) => (
              <Person key={player.userId} player={player} has={has} onToggle={toggle} />
            ))}
        </ul>
        <ReadyTexts texts={t('ready.documents', { returnObjects: true })} onChoose={setNote} />
        <label className="num flex flex-col gap-1.5">
          {t('reason.note')}
          <textarea
            rows={3}
            value={note}
            maxLength={missingNoticeLimits.note}
            onChange={(event) => setNote(event.target.value)}
            className="w-full rounded-control bg-ground px-4 py-2 font-sans text-base font-normal ring-1 ring-control ring-inset focus-visible:ring-2 focus-visible:ring-lime focus-visible:outline-none"
          />
        </label>
        {sending.error && <Notice tone="error">{problemText(problemOf(sending.error))}</Notice>}
      </div>
    </Dialog>
  )
}

interface PersonProps {
  player: EntryPlayer
  has: (userId: number, kind: DocumentKind) => boolean
  onToggle: (userId: number, kind: DocumentKind) => void
}

function Person({ player, has, onToggle }: PersonProps) {
  const kind = useKindName()
  return (
    <li className="border-b border-line py-2 last:border-0">
      <fieldset className="flex flex-wrap items-center gap-x-4">
        <legend className="float-left mr-4 min-w-32 py-2.5">{player.displayName}</legend>
        {player.documents.map((document) => (
          <label key={document.kind} className="flex min-h-11 items-center gap-2 text-sm">
            <Check checked={has(player.userId, document.kind)} onChange={() => onToggle(player.userId, document.kind)} />
            {kind(document.kind)}
          </label>
        ))}
      </fieldset>
    </li>
  )
}
