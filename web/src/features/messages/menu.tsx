import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { problemOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/feedback'
import { useRefusalText } from '@/ui/query-error'
import { NativeSelect } from '@/ui/select'
import { toast } from '@/ui/toast'
import { hideMessage, mutePerson, reportMessage } from './calls'
import type { Talk } from './talk'
import type { ReportReason, ThreadMessage } from '@/api/generated'
import { messageReportLimits } from '@/api/limits.gen'

const REPORT_REASONS = ['abuse', 'spam', 'cheating', 'other'] as const satisfies readonly ReportReason[]

interface MenuProps {
  item: ThreadMessage
  talk: Talk
  own: boolean
  staff: boolean
  muted: boolean
  onReply: () => void
  onEnd: () => void
}

/** The actions on a message. */
export function MessageMenu({ item, talk, own, staff, muted, onReply, onEnd }: MenuProps) {
  const t = useTexts('messages')
  const common = useTexts('common')
  const refusalText = useRefusalText()
  const [reports, setReports] = useState(false)
  const { name, userId, text, hidden } = item
  const muting = useMutation({
    mutationFn: async (id: number) => {
      await mutePerson(id, !muted)
      talk.muted(id, !muted)
    },
    onSuccess: onEnd,
  })
  const reported = !hidden && item.flagged?.some(({ waits }) => waits)
  const hiding = useMutation({
    mutationFn: async (hide: boolean) => {
      await hideMessage(item.id, hide)
      talk.hid(item.threadId, item.seq, hide)
    },
    onSuccess: onEnd,
  })
  if (reports) return <Report item={item} onEnd={onEnd} />
  const refused = muting.error ?? hiding.error
  return (
    <Dialog
      open
      onClose={onEnd}
      title={t('menu.title', { name })}
      actions={
        <Button look="ghost" onClick={onEnd}>
          {common('action.close')}
        </Button>
      }
    >
      <div className="flex flex-col">
        {text && (
          <p dir="auto" className="mb-2 line-clamp-3 border-l-2 border-control pt-0.5 pl-3 text-sm break-words text-mute">
            {text}
          </p>
        )}
        {!hidden && <Choice onPress={onReply}>{t('menu.reply')}</Choice>}
        {text && (
          <Choice
            onPress={() => {
              void navigator.clipboard.writeText(text).then(() => toast(t('menu.copied'), { tone: 'success' }))
              onEnd()
            }}
          >
            {t('menu.copy')}
          </Choice>
        )}
        {!own && !hidden && <Choice onPress={() => setReports(true)}>{t('menu.report')}</Choice>}
        {!own && userId != null && item.kind !== 'broadcast' && (
          <Choice hint={muted ? undefined : t('menu.muteText')} busy={muting.isPending} onPress={() => muting.mutate(userId)}>
            {t(muted ? 'menu.unmute' : 'menu.mute', { name })}
          </Choice>
        )}
        {staff && (
          <Choice hint={hidden ? undefined : t('menu.hideText')} busy={hiding.isPending} onPress={() => hiding.mutate(!hidden)}>
            {t(hidden ? 'menu.unhide' : 'menu.hide')}
          </Choice>
        )}
        {staff && reported && (
          <Choice hint={t('menu.staysText')} busy={hiding.isPending} onPress={() => hiding.mutate(false)}>
            {t('menu.stays')}
          </Choice>
        )}
        {refused && <Notice tone="error">{refusalText(problemOf(refused))}</Notice>}
      </div>
    </Dialog>
  )
}

function Choice({
  children,
  hint,
  busy,
  onPress,
}: {
  children: ReactNode
  hint?: string | undefined
  busy?: boolean
  onPress: () => void
}) {
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      onClick={() => !busy && onPress()}
      className="min-h-12 rounded-control px-3 py-2 text-left break-words hover:bg-raise focus-visible:-outline-offset-2"
    >
      {children}
      {hint && <span className="block text-sm text-mute">{hint}</span>}
    </button>
  )
}

function Report({ item, onEnd }: { item: ThreadMessage; onEnd: () => void }) {
  const t = useTexts('messages')
  const common = useTexts('common')
  const refusalText = useRefusalText()
  const id = useId()
  const [reason, setReason] = useState<ReportReason>('abuse')
  const [note, setNote] = useState('')
  const sending = useMutation({
    mutationFn: () => reportMessage(item.id, reason, note.trim()),
    onSuccess: () => {
      void toast(t('report.done'), { tone: 'success' })
      onEnd()
    },
  })
  return (
    <Dialog
      open
      onClose={onEnd}
      title={t('report.title', { name: item.name })}
      actions={
        <>
          <Button look="ghost" onClick={onEnd}>
            {common('action.cancel')}
          </Button>
          <Button look="primary" busy={sending.isPending} onClick={() => sending.mutate()}>
            {t('report.go')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div>
          <label htmlFor={`${id}-reason`} className="num mb-1.5 block">
            {t('report.reason')}
          </label>
          <NativeSelect id={`${id}-reason`} value={reason} onChange={(event) => setReason(event.target.value as ReportReason)}>
            {REPORT_REASONS.map((each) => (
              <option key={each} value={each}>
                {t(`report.reasons.${each}`)}
              </option>
            ))}
          </NativeSelect>
        </div>
        <div>
          <label htmlFor={`${id}-note`} className="num mb-1.5 block">
            {t('report.note')}
          </label>
          <textarea
            id={`${id}-note`}
            rows={3}
            value={note}
            maxLength={messageReportLimits.note}
            onChange={(event) => setNote(event.target.value)}
            className="w-full rounded-control bg-ground px-4 py-3 text-base ring-1 ring-control ring-inset focus-visible:outline-none focus-visible:ring-2 focus-visible:ring-lime"
          />
        </div>
        {sending.error && <Notice tone="error">{refusalText(problemOf(sending.error))}</Notice>}
      </div>
    </Dialog>
  )
}
