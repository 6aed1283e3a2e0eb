import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type SupportThread, supportCloseThread, supportReadThread, supportSendMessage } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useInSight } from '@/features/messages/in-sight'
import { useTexts } from '@/i18n'
import { buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/feedback'
import { QueryError } from '@/ui/query-error'
import { Attached } from './attached'
import { CloseButton } from './close-button'
import { Entries } from './entries'
import { takeThread } from './queries'
import { Reply } from './reply'
import { StateTag } from './state-tag'
import { useThread } from './use-thread'

/** A member's conversation with our team. */
export function MyThread({ id }: { id: number }) {
  const t = useTexts('support')
  const { data: thread, error, refetch } = useThread('member', id)
  if (error && !thread) {
    if (problemOf(error).code === 'support_thread_not_found')
      return <EmptyState action={<Back className={buttonClass('plain')} />}>{t('none')}</EmptyState>
    return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
  }
  if (!thread) return <div className="skeleton h-96" />
  return <Conversation thread={thread} onRefused={() => void refetch()} />
}

function Back({ className }: { className: string }) {
  const t = useTexts('support')
  return (
    <Link to="/account/threads" className={className}>
      <ArrowLeft className="size-4" aria-hidden="true" />
      {t('back')}
    </Link>
  )
}

function Conversation({ thread, onRefused }: { thread: SupportThread; onRefused: () => void }) {
  const t = useTexts('support')
  const client = useQueryClient()
  const { id, state, version, order, topic } = thread
  const path = { id }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Back className="num inline-flex min-h-11 items-center gap-2 text-sm text-mute hover:text-text" />
        <span className="flex items-center gap-3">
          <StateTag state={state} side="member" />
          {state !== 'closed' && (
            <CloseButton
              text={t('close.text')}
              close={async () => takeThread(client, 'member', await answerOf(supportCloseThread({ path, body: { version } })))}
              onRefused={onRefused}
            />
          )}
        </span>
      </div>
      <Attached thread={thread} side="member" />
      <Entries thread={thread} side="member" />
      <Newest thread={thread} />
      {state === 'closed' ? (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <p className="min-w-0 flex-1 basis-60 text-mute">{t('closed.text')}</p>
          <Link to="/contact" search={{ topic, ...(order && { order: order.number }) }} className={buttonClass('plain')}>
            {t('closed.again')}
          </Link>
        </div>
      ) : (
        <>
          {state === 'waiting' && <p className="text-sm text-mute">{t('waiting')}</p>}
          <Reply
            draft={`support.${id}`}
            label={t('reply.label')}
            action={t('reply.send')}
            send={async (body) => takeThread(client, 'member', await answerOf(supportSendMessage({ path, body })))}
            onRefused={onRefused}
          />
        </>
      )}
    </>
  )
}

/** The end of the conversation: whoever sees it has read it. An answer that comes meanwhile is announced. */
function Newest({ thread: { id, lastSeq, readSeq, items } }: { thread: SupportThread }) {
  const t = useTexts('support')
  const end = useRef<HTMLParagraphElement>(null)
  const seen = useInSight(end, 0)
  const last = items.at(-1)
  const [first] = useState(lastSeq)
  useEffect(() => {
    if (seen && lastSeq > readSeq) void answerOf(supportReadThread({ path: { id }, body: { seq: lastSeq } })).catch(() => undefined)
  }, [seen, id, lastSeq, readSeq])
  return (
    <p ref={end} role="status" className="sr-only">
      {lastSeq > first && last?.side === 'staff' && last.kind === 'text' && `${t('news')}: ${last.text ?? t('onlyPictures')}`}
    </p>
  )
}
