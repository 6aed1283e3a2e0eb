import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type DeskEntrant, type EntryPlayer, type PlayerDocument, registrationCheckDocument, type Tournament } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useKindName } from '@/features/registration/lack-labels'
import { StatusTag } from '@/features/tournaments/status-tag'
import { useContent, useLanguage, useTexts } from '@/i18n'
import { formatDateTime } from '@/i18n/format'
import { Button } from '@/ui/button'
import { QueryError, useProblemText } from '@/ui/query-error'
import { toast } from '@/ui/toast'
import { evidenceQuery, readAgainIfChanged, showCheck } from './queries'
import { DocumentPicture } from './picture'
import { Key } from './key'
import { ReasonDialog } from './reason-dialog'
import { keepReason, paperKey } from './reasons'
import { useShowStatus } from './use-entrants'
import { useVerdict, Verdict } from './verdict'
import { ViewerPlayers } from './viewer-players'
import { EntryDetails } from './entry-details'

interface ViewerProps {
  tournament: Tournament
  entrant: DeskEntrant
  decides: boolean
  onClose: () => void
  /** Goes to the next entry of the table, or to the previous one. */
  onGo: (by: 1 | -1) => void
}

/** A document, and its player. */
interface Paper {
  player: EntryPlayer
  document: PlayerDocument & { documentId: string }
}

const papersOf = (players: readonly EntryPlayer[]): Paper[] =>
  players.flatMap((player) =>
    player.documents.flatMap((document) =>
      document.documentId ? [{ player, document: { ...document, documentId: document.documentId } }] : [],
    ),
  )

const keyOf = ({ player, document }: Paper) => paperKey(player, document)

/** One entry, player by player: its documents, their checks, and the decision. */
export function Viewer(props: ViewerProps) {
  const { entrant, decides } = props
  return <Frame {...props}>{decides ? <Evidence {...props} /> : <EntryDetails entrantId={entrant.id} />}</Frame>
}

function Frame({ tournament, entrant, onClose, onGo, children }: ViewerProps & { children: ReactNode }) {
  const t = useTexts('desk')
  const content = useContent()
  const ref = useRef<HTMLElement>(null)
  useEffect(() => ref.current?.focus({ preventScroll: true }), [])
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label={t('viewer.label', { name: entrant.name })}
      className="flex min-w-0 flex-col overflow-hidden outline-none md:sticky md:top-24 md:max-h-[calc(100dvh-7rem)] md:overflow-y-auto md:rounded-panel md:border md:border-line md:bg-panel"
    >
      <header className="flex items-start gap-1 md:p-4 md:pr-2">
        <div className="min-w-0 flex-1">
          <h3 className="num text-lg break-words max-md:sr-only">{entrant.name}</h3>
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-mute">
            <StatusTag status={entrant.status} place={entrant.place} />
            {entrant.organization && content(entrant.organization)}
            {entrant.submittedAt && <Sent at={entrant.submittedAt} />}
          </p>
        </div>
        <Icon label={t('viewer.before')} onPress={() => onGo(-1)}>
          <ChevronLeft className="size-5" aria-hidden="true" />
        </Icon>
        <Icon label={t('viewer.after')} onPress={() => onGo(1)}>
          <ChevronRight className="size-5" aria-hidden="true" />
        </Icon>
        <Icon label={t('viewer.close')} onPress={onClose}>
          <X className="size-5" aria-hidden="true" />
        </Icon>
      </header>
      {tournament.phase === 'cancelled' && <p className="px-4 text-amber">{t('viewer.cancelled')}</p>}
      {children}
    </section>
  )
}

function Sent({ at }: { at: string }) {
  const t = useTexts('desk')
  const language = useLanguage()
  return <span>{t('viewer.sent', { at: formatDateTime(at, language) })}</span>
}

function Icon({ label, onPress, children }: { label: string; onPress: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onPress}
      className="grid size-11 flex-none place-items-center rounded-control text-mute hover:bg-raise hover:text-text"
    >
      {children}
    </button>
  )
}

function Evidence({ tournament, entrant, onGo }: ViewerProps) {
  const t = useTexts('desk')
  const language = useLanguage()
  const kind = useKindName()
  const problemText = useProblemText()
  const { data, error, refetch } = useQuery(evidenceQuery(entrant.id, language))
  const [open, setOpen] = useState<string>()
  const verdict = useVerdict(tournament, entrant, () => onGo(1))
  const box = useRef<HTMLDivElement>(null)
  const papers = papersOf(data?.players ?? [])
  const at = papers.findIndex((paper) => keyOf(paper) === open)
  const paper = papers[at]
  const waits = papers.filter(({ document }) => !document.checked)
  const go = (by: 1 | -1) => {
    const next = at < 0 ? (by > 0 ? (waits[0] ?? papers[0]) : undefined) : papers[at + by]
    if (next) setOpen(keyOf(next))
    else onGo(by)
  }
  const check = useCheck(tournament.id, entrant, (checked) => {
    // The next unchecked document; when none is left, the entry itself is decided.
    const rest = waits.filter((each) => keyOf(each) !== keyOf(checked))
    const next = rest.find((each) => papers.indexOf(each) > at) ?? rest[0]
    setOpen(next && keyOf(next))
    box.current?.focus({ preventScroll: true })
  })
  const [refused, setRefused] = useState<Paper>()
  const refuse = async (wrong: Paper, reason: string) => {
    const { player, document } = wrong
    await check.mutateAsync({ paper: wrong, valid: false })
    keepReason(entrant.id, keyOf(wrong), { player, kind: kind(document.kind), reason })
    // All are checked: the incorrect ones are left to ask for.
    if (verdict.active && waits.every((each) => keyOf(each) === keyOf(wrong))) verdict.ask('ask')
  }
  const accept = (right: Paper) => {
    keepReason(entrant.id, keyOf(right), undefined)
    check.mutate({ paper: right, valid: true }, { onError: (failure) => void toast(problemText(problemOf(failure)), { tone: 'error' }) })
  }
  const judge = (valid: boolean) => {
    if (check.isPending) return
    if (paper && valid) accept(paper)
    else if (paper) setRefused(paper)
    else if (valid) verdict.approve()
    else if (verdict.active && entrant.status !== 'join') verdict.ask('reject')
  }
  useKeys(box, { j: () => go(1), k: () => go(-1), a: () => judge(true), r: () => judge(false) })
  if (error && !data) return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!data) return <div className="skeleton m-4 h-72" />
  return (
    <div ref={box} tabIndex={-1} className="flex flex-col outline-none">
      {papers.length > 0 &&
        (paper ? (
          <>
            <p className="flex flex-wrap items-center justify-between gap-2 py-2 md:px-4">
              <span className="min-w-0">
                <span className="font-semibold">{paper.player.displayName}</span>{' '}
                <span className="text-sm text-mute">{kind(paper.document.kind)}</span>
              </span>
              <span className="num text-sm text-mute">
                {at + 1}/{papers.length}
              </span>
            </p>
            <DocumentPicture
              key={paper.document.documentId}
              documentId={paper.document.documentId}
              name={t('viewer.document', { kind: kind(paper.document.kind), name: paper.player.displayName })}
            />
            <div className="flex gap-2 py-3 md:px-4">
              <Button
                look="primary"
                size="sm"
                className="flex-1"
                busy={check.isPending && check.variables.valid}
                onClick={() => judge(true)}
              >
                {t('viewer.valid')} <Key>A</Key>
              </Button>
              <Button size="sm" onClick={() => judge(false)}>
                {t('viewer.invalid')} <Key>R</Key>
              </Button>
            </div>
          </>
        ) : (
          <div className="flex flex-col items-center gap-3 border-y border-line bg-ink px-6 py-8 text-center">
            <p className="text-sm text-mute">{waits.length > 0 ? t('viewer.closed', { count: waits.length }) : t('viewer.allChecked')}</p>
            <Button size="sm" onClick={() => setOpen(keyOf(waits[0] ?? (papers[0] as Paper)))}>
              {t(waits.length > 0 ? 'viewer.open' : 'viewer.openAgain')} <Key>J</Key>
            </Button>
          </div>
        ))}
      <ViewerPlayers
        tournament={tournament}
        teamId={entrant.teamId}
        players={data.players}
        open={open}
        onOpen={(player, document) => setOpen(paperKey(player, document))}
      />
      <Verdict tournament={tournament} entrant={entrant} players={data.players} verdict={verdict} main={!paper} />
      <p className="px-4 pb-4 text-xs text-mute max-md:hidden">{t('viewer.keys')}</p>
      {refused && (
        <ReasonDialog
          title={t('viewer.invalidTitle', { kind: kind(refused.document.kind), name: refused.player.displayName })}
          action={t('viewer.invalid')}
          danger
          label={t('reason.label')}
          note={t('viewer.reasonNote')}
          ready={t('ready.documents', { returnObjects: true })}
          act={(reason) => refuse(refused, reason)}
          onEnd={() => {
            // The keys go on working once the dialog is closed.
            flushSync(() => setRefused(undefined))
            box.current?.focus({ preventScroll: true })
          }}
        />
      )}
    </div>
  )
}

function useCheck(tournamentId: number, { id: entrantId, status }: DeskEntrant, onChecked: (paper: Paper) => void) {
  const queries = useQueryClient()
  const show = useShowStatus(tournamentId)
  return useMutation({
    mutationFn: ({ paper: { player, document }, valid }: { paper: Paper; valid: boolean }) => {
      const { documentId, kind, checked } = document
      return answerOf(
        registrationCheckDocument({ body: { entrantId, userId: player.userId, kind, documentId, valid, ...(checked && { checked }) } }),
      )
    },
    onError: (error) => readAgainIfChanged(queries, tournamentId, entrantId, error),
    onSuccess: ({ version }, { paper, valid }) => {
      // The following decision is about the entry as it is now.
      show([{ id: entrantId, status, version }])
      showCheck(queries, entrantId, paper.document, valid ? 'valid' : 'invalid')
      onChecked(paper)
    },
  })
}

/** Keyboard shortcuts that work while the focus is in the viewer, and nowhere else. */
function useKeys(box: { current: HTMLElement | null }, keys: Record<'j' | 'k' | 'a' | 'r', () => void>) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event.target, event.currentTarget)) return
    const act = keys[event.key.toLowerCase() as keyof typeof keys]
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const panel = box.current?.closest('section')
    if (!panel) return
    const hear = (event: KeyboardEvent) => press(event)
    panel.addEventListener('keydown', hear)
    return () => panel.removeEventListener('keydown', hear)
  })
}

/** Whether the event comes from a text field, or from a dialog over the panel. */
function isElsewhere(target: EventTarget | null, panel: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || !(panel instanceof HTMLElement)) return false
  return target.closest('input, textarea, select, [contenteditable]') !== null || panel.contains(target.closest('dialog'))
}
