import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { problemOf } from '@/api/problem'
import { useLanguage, useTexts } from '@/i18n'
import { useEntrantTexts } from '@/i18n/entrants'
import { formatDateTime } from '@/i18n/format'
import { type Handlers, type Live, useTopic } from '@/live'
import { Button } from '@/ui/button'
import { cx } from '@/ui/cx'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/feedback'
import { Pager } from '@/ui/pager'
import { ProgressBar } from '@/ui/progress-bar'
import { useRefusalText } from '@/ui/query-error'
import { sendBroadcast } from './calls'
import { useDraft } from './draft'
import { broadcastsQuery } from './desk-queries'
import type { Broadcast, BroadcastAudience, BroadcastList, BroadcastLive } from '@/api/generated'
import { broadcastNewLimits } from '@/api/limits.gen'
import { MessageText } from './message-text'

const PER_PAGE = 10

interface AnnounceProps {
  tournamentId: number
  /** Topic of the staff's events */
  live: Live | undefined
}

/** An announcement to all remaining entrants: writing, confirmation with the number of recipients, and progress. */
export function Announce({ tournamentId, live }: AnnounceProps) {
  const t = useEntrantTexts('messages')
  const queries = useQueryClient()
  const [page, setPage] = useState(1)
  const { data } = useQuery(broadcastsQuery(tournamentId, page))
  const pages = Math.ceil((data?.total ?? 0) / PER_PAGE)
  const queryKey = ['broadcasts', tournamentId]
  const again = () => void queries.invalidateQueries({ queryKey })
  // It opens by itself while an announcement is on its way, and stays open afterwards.
  const [open, setOpen] = useState(false)
  const [openedFor, setOpenedFor] = useState<number>()
  const running = data?.items.find(({ finishedAt }) => !finishedAt)?.id
  if (running !== undefined && running !== openedFor) {
    setOpenedFor(running)
    setOpen(true)
  }
  useTopic(
    live,
    {
      'broadcast.progress': (told: BroadcastLive) => {
        const pages = queries.getQueriesData<BroadcastList>({ queryKey }).flatMap(([, known]) => known ?? [])
        // Another member of staff has announced something.
        if (isNewer(pages, told.id)) void queries.invalidateQueries({ queryKey }, { cancelRefetch: false })
        queries.setQueriesData<BroadcastList>({ queryKey }, (known) => known && withProgress(known, told))
      },
    } as Handlers,
    { onReload: again },
  )
  return (
    <section aria-labelledby="announce" className="flex flex-col gap-4 rounded-panel border border-line bg-panel p-4 md:p-5">
      <div>
        <h2 id="announce" className="text-lg">
          {t('all.title')}
        </h2>
        <p className="text-sm text-mute">{t('all.hint')}</p>
      </div>
      <Write tournamentId={tournamentId} audience={data?.audience} onSent={again} />
      {data && data.items.length > 0 && (
        <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary className="flex min-h-11 items-center text-sm text-mute hover:text-text">{t('all.earlier')}</summary>
          <ul>
            {data.items.map((each) => (
              <SentBroadcast key={each.id} broadcast={each} />
            ))}
          </ul>
          <Pager
            page={page}
            pages={pages}
            onPage={setPage}
            labels={{ page: t('all.page', { page, pages }), previous: t('all.newer'), next: t('all.older') }}
          />
        </details>
      )}
    </section>
  )
}

/** Whether it is newer than all known ones: numbers rise. */
export const isNewer = (pages: readonly BroadcastList[], id: number): boolean =>
  pages.every(({ items }) => items.every((each) => each.id < id))

/** Merges an event, unless newer numbers are known: they only rise. */
export function withProgress(known: BroadcastList, told: BroadcastLive): BroadcastList {
  const items = known.items.map((each) => {
    if (each.id !== told.id) return each
    return {
      ...each,
      recipients: told.recipients,
      delivered: Math.max(each.delivered, told.delivered),
      read: Math.max(each.read, told.read),
      finishedAt: told.finishedAt ?? each.finishedAt ?? null,
    }
  })
  return { ...known, items }
}

interface WriteProps {
  tournamentId: number
  /** The number of recipients, by the server's current count. */
  audience: BroadcastAudience | undefined
  onSent: () => void
}

function Write({ tournamentId, audience, onSent }: WriteProps) {
  const t = useEntrantTexts('messages')
  const common = useTexts('common')
  const refusalText = useRefusalText()
  const id = useId()
  const [text, setText] = useDraft(`all:${tournamentId}`)
  // Stored with the text until it is sent: a retry, even after a reload, does not send it twice.
  const [clientId, setClientId] = useDraft(`all:${tournamentId}.id`)
  const [asks, setAsks] = useState(false)
  const left = broadcastNewLimits.text - [...text.trim().normalize('NFC')].length
  const sending = useMutation({
    mutationFn: () => {
      const id = clientId || crypto.randomUUID()
      setClientId(id)
      return sendBroadcast(tournamentId, text.trim(), id)
    },
    onSuccess: () => {
      setText('')
      setClientId('')
      setAsks(false)
      onSent()
    },
  })
  return (
    <>
      <div>
        <label htmlFor={id} className="num mb-1.5 block text-sm">
          {t('all.label')}
        </label>
        <textarea
          id={id}
          rows={2}
          dir="auto"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setClientId('')
          }}
          aria-invalid={left < 0 || undefined}
          className={cx(
            'field-sizing-content max-h-60 min-h-20 w-full rounded-control bg-ground px-4 py-3 text-base ring-1 ring-inset focus-visible:outline-none focus-visible:ring-2',
            left < 0 ? 'ring-red focus-visible:ring-red' : 'ring-control focus-visible:ring-lime',
          )}
        />
        {left < 100 && (
          <p role="status" className={cx('text-sm', left < 0 ? 'text-amber' : 'text-mute')}>
            {left < 0 ? t('write.tooLong', { count: -left }) : t('write.left', { count: left })}
          </p>
        )}
      </div>
      {audience?.people === 0 && <p className="text-sm text-amber">{t('all.nobody')}</p>}
      <Button
        className="self-start max-sm:w-full"
        disabled={text.trim() === '' || left < 0 || !audience?.people}
        onClick={() => {
          // An entrant may have lost in the meantime.
          onSent()
          setAsks(true)
        }}
      >
        {t('all.go')}
      </Button>
      <Dialog
        open={asks}
        onClose={() => setAsks(false)}
        title={t('all.confirm', { count: audience?.people ?? 0, entrants: t('all.entrants', { count: audience?.entrants ?? 0 }) })}
        actions={
          <>
            <Button look="ghost" onClick={() => setAsks(false)}>
              {common('action.cancel')}
            </Button>
            <Button look="primary" busy={sending.isPending} onClick={() => sending.mutate()}>
              {t('all.confirmGo')}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <p className="text-mute">{t('all.confirmText')}</p>
          <div className="border-l-2 border-control pl-3">
            <MessageText>{text.trim()}</MessageText>
          </div>
          {sending.error && <Notice tone="error">{refusalText(problemOf(sending.error))}</Notice>}
        </div>
      </Dialog>
    </>
  )
}

function SentBroadcast({ broadcast }: { broadcast: Broadcast }) {
  const t = useEntrantTexts('messages')
  const language = useLanguage()
  const { text, createdAt, finishedAt, delivered, recipients, read } = broadcast
  const words = t('all.progress', { delivered, recipients, read })
  return (
    <li className="flex flex-col gap-1.5 border-t border-line py-3">
      <MessageText>{text}</MessageText>
      {!finishedAt && <ProgressBar value={delivered} of={recipients} label={t('all.busy')} />}
      <p className="flex flex-wrap justify-between gap-x-4 text-sm text-mute">
        <span role="status" className="num">
          {words}
        </span>
        <time dateTime={createdAt} className="num">
          {formatDateTime(createdAt, language)}
        </time>
      </p>
    </li>
  )
}
