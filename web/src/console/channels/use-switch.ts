import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { consoleSetChannelOpen, type LocalizedText } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { queries } from '@/api/queries'
import { useContent, useTexts } from '@/i18n'
import { useProblemText } from '@/ui/query-error'
import { toast } from '@/ui/toast'
import { withFreshFactor } from '../entry/fresh-factor'
import type { ConsoleChannel } from '@/api/generated'
import { channelsQuery } from './use-channels'

interface ChannelSwitch {
  open: boolean
  /** What customers read while it is closed; absent: the default text */
  reason?: LocalizedText
  /** The channel as it was, for the way back */
  before: ConsoleChannel
  /** Called once it is switched, by the dialog that shows refusals itself */
  onDone?: () => void
}

export type Switching = UseMutationResult<unknown, Error, ChannelSwitch>

/** Opens and closes a channel, and offers to take that back. */
export function useSwitch(): Switching {
  const t = useTexts('console')
  const content = useContent()
  const problemText = useProblemText()
  const switching: Switching = useMutation({
    mutationFn: ({ before: { code }, open, reason }: ChannelSwitch) =>
      withFreshFactor(() => answerOf(consoleSetChannelOpen({ path: { code }, body: { open, ...(reason && { reason }) } }))),
    onSuccess: (_, { before, open, reason, onDone }) => {
      const after: ConsoleChannel = { code: before.code, name: before.name, open, ...(reason && { closedReason: reason }) }
      queries.setQueryData(
        channelsQuery.queryKey,
        (list) => list && { items: list.items.map((channel) => (channel.code === after.code ? after : channel)) },
      )
      onDone?.()
      const back = { before: after, open: before.open, ...(before.closedReason && { reason: before.closedReason }) }
      void toast(t(open ? 'channels.nowOpen' : 'channels.nowClosed', { name: content(before.name) }), {
        tone: 'success',
        action: { label: t('channels.undo'), onClick: () => switching.mutate(back) },
      })
    },
    onError: (error, { onDone }) => {
      if (!onDone) void toast(problemText(problemOf(error)), { tone: 'error' })
    },
    // Not waited for: the state is known.
    onSettled: () => void queries.invalidateQueries({ queryKey: channelsQuery.queryKey }),
  })
  return switching
}
