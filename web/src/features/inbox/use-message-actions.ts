import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  inboxDeleteMessages,
  inboxMarkAllAsRead,
  inboxReadAllNotifications,
  inboxReadMessages,
  inboxReadNotification,
  type Me,
} from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useProblemText } from '@/ui/query-error'
import { useTexts } from '@/i18n'
import { toast } from '@/ui/toast'
import { useShowBadge } from './live-badge'
import { changeShown, type Message, readAgain, type Stream } from './messages'

/** Actions on messages. Each is shown at once, and undone if the server refuses. */
export function useMessageActions(me: Me, stream: Stream) {
  const t = useTexts('inbox')
  const problemText = useProblemText()
  const client = useQueryClient()
  const showBadge = useShowBadge()
  const again = () => void readAgain(client, me.id)
  const failed = (cause: unknown, _?: unknown, takeBack?: void | (() => void)) => {
    takeBack?.()
    again()
    void toast(problemText(problemOf(cause)), { tone: 'error' })
  }
  const reading = useMutation({
    mutationFn: ({ id }: Message) =>
      answerOf(stream === 'shop' ? inboxReadMessages({ body: { id } }) : inboxReadNotification({ path: { id } })),
    onMutate: ({ id }) => {
      const readAt = new Date().toISOString()
      return changeShown(client, me.id, (items) => items.map((item) => (item.id === id ? { ...item, readAt } : item)))
    },
    onSuccess: showBadge,
    onError: failed,
  })
  const readingAll = useMutation({
    mutationFn: () => answerOf(stream === 'shop' ? inboxMarkAllAsRead() : inboxReadAllNotifications()),
    onSuccess: (badge) => {
      showBadge(badge)
      again()
    },
    onError: failed,
  })
  const restoring = useMutation({
    mutationFn: ({ id }: Message) => answerOf(inboxDeleteMessages({ body: { ids: [id], undo: true } })),
    onSuccess: (badge) => {
      showBadge(badge)
      again()
    },
    onError: failed,
  })
  const removing = useMutation({
    mutationFn: ({ id }: Message) => answerOf(inboxDeleteMessages({ body: { ids: [id] } })),
    onMutate: ({ id }) => changeShown(client, me.id, (items) => items.filter((item) => item.id !== id)),
    onSuccess: (badge, message) => {
      showBadge(badge)
      again()
      void toast(t('deleted'), { action: { label: t('undo'), onClick: () => restoring.mutate(message) } })
    },
    onError: failed,
  })
  return {
    read: (message: Message) => !message.readAt && reading.mutate(message),
    readAll: () => readingAll.mutate(),
    readingAll: readingAll.isPending,
    remove: (message: Message) => removing.mutate(message),
  }
}
