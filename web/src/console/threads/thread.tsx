import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { type SupportMember, type SupportThread, supportAnswerThread, supportCloseAnyThread, supportReopenThread } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { Attached } from '@/features/support/attached'
import { CloseButton } from '@/features/support/close-button'
import { Entries } from '@/features/support/entries'
import { takeThread } from '@/features/support/queries'
import { Reply } from '@/features/support/reply'
import { StateTag } from '@/features/support/state-tag'
import { useThread } from '@/features/support/use-thread'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/feedback'
import { QueryError, useProblemText } from '@/ui/query-error'
import { Tag } from '@/ui/tag'
import { toast } from '@/ui/toast'

/** A member's thread, for staff. */
export function StaffThread({ id }: { id: number }) {
  const { data: thread, error, refetch } = useThread('staff', id)
  if (error && !thread) return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!thread) return <div className="skeleton h-96" />
  return <Answering thread={thread} onRefused={() => void refetch()} />
}

function Answering({ thread, onRefused }: { thread: SupportThread; onRefused: () => void }) {
  const t = useTexts('support')
  const client = useQueryClient()
  const { id, state, version, member, subject } = thread
  const path = { id }
  const take = (answer: SupportThread) => takeThread(client, 'staff', answer)
  return (
    <>
      <Link to="/console/threads" className="num inline-flex min-h-9 items-center gap-2 self-start text-mute hover:text-text">
        <ArrowLeft className="size-4" aria-hidden="true" />
        {t('staff.heading')}
      </Link>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="min-w-0 text-xl [overflow-wrap:anywhere]">
          <bdi>{subject}</bdi>
        </h1>
        <span className="flex items-center gap-3">
          <StateTag state={state} side="staff" />
          {state !== 'closed' && (
            <CloseButton
              text={t('staff.closeText')}
              close={async () => take(await answerOf(supportCloseAnyThread({ path, body: { version } })))}
              onRefused={onRefused}
            />
          )}
        </span>
      </div>
      <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_320px]">
        <div className="flex flex-col gap-4 md:order-2">
          {member && <Member member={member} />}
          <Attached thread={thread} side="staff" />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Entries thread={thread} side="staff" />
          {state === 'closed' ? (
            <Reopen reopen={async () => take(await answerOf(supportReopenThread({ path, body: { version } })))} onRefused={onRefused} />
          ) : (
            <Reply
              draft={`support-staff.${id}`}
              label={t('staff.reply')}
              action={t('staff.send')}
              send={async (message) => take(await answerOf(supportAnswerThread({ path, body: { ...message, version } })))}
              onRefused={onRefused}
            />
          )}
        </div>
      </div>
    </>
  )
}

function Member({ member }: { member: SupportMember }) {
  const t = useTexts('support')
  const { userId, name, email, mobileNumber, suspended, language } = member
  return (
    <section aria-label={t('staff.member')} className="flex flex-col gap-1 rounded-panel border border-line bg-panel px-4 py-3 text-mute">
      <p className="flex flex-wrap items-center gap-2 text-base text-text">
        <bdi className="[overflow-wrap:anywhere]">{name}</bdi>
        {suspended && <Tag tone="red">{t('staff.suspended')}</Tag>}
      </p>
      <p className="num">{t('staff.memberNumber', { id: userId })}</p>
      {email && <p className="break-all">{email}</p>}
      {mobileNumber && <p className="num">{mobileNumber}</p>}
      <p>{t(language === 'en' ? 'staff.language.en' : 'staff.language.th')}</p>
    </section>
  )
}

function Reopen({ reopen, onRefused }: { reopen: () => Promise<unknown>; onRefused: () => void }) {
  const t = useTexts('support')
  const problemText = useProblemText()
  const opening = useMutation({
    mutationFn: reopen,
    onSuccess: () => void toast(t('staff.reopened'), { tone: 'success' }),
    onError: onRefused,
  })
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-mute">{t('staff.closed')}</p>
      <Button busy={opening.isPending} onClick={() => opening.mutate()}>
        {t('staff.reopen')}
      </Button>
      {opening.error && <Notice tone="error">{problemText(problemOf(opening.error))}</Notice>}
    </div>
  )
}
