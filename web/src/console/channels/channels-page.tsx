import { useState } from 'react'
import { problemOf } from '@/api/problem'
import { useContent, useTexts } from '@/i18n'
import { cx } from '@/ui/cx'
import { EmptyState, Notice } from '@/ui/feedback'
import { QueryError, useProblemText } from '@/ui/query-error'
import { useHeld } from '@/ui/steady'
import { useEntry } from '../entry/use-entry'
import { LIST } from '../work/look'
import { CloseDialog } from './close-dialog'
import type { ConsoleChannel } from '@/api/generated'
import { useChannelStates } from './use-channels'
import { useSwitch } from './use-switch'

/** The switches of the payment channels: who has the role opens and closes them, others see how they stand. */
export function ChannelsPage() {
  const t = useTexts('console')
  const { data: entry } = useEntry()
  const problemText = useProblemText()
  const { data, error, isPaused, refetch } = useChannelStates()
  const maySwitch = entry?.roles.includes('catalogue') ?? false
  const list = () => {
    if ((error || isPaused) && !data) return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
    if (!data) return <div className="skeleton h-60" />
    if (data.items.length === 0) return <EmptyState>{t('channels.empty')}</EmptyState>
    return (
      <ul className={LIST}>
        {data.items.map((channel) => (
          <Row key={channel.code} channel={channel} maySwitch={maySwitch} />
        ))}
      </ul>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <h1 className="text-xl">{t('channels.heading')}</h1>
      <p className="text-mute">
        {t('channels.intro')} {entry && !maySwitch && t('channels.readOnly')}
      </p>
      {data && (error || isPaused) && (
        <Notice tone="warn">
          {t('channels.stale')} {problemText(problemOf(error))}
        </Notice>
      )}
      {list()}
    </div>
  )
}

function Row({ channel, maySwitch }: { channel: ConsoleChannel; maySwitch: boolean }) {
  const t = useTexts('console')
  const content = useContent()
  const switching = useSwitch()
  const [closing, setClosing] = useState(false)
  const { code, open, closedReason } = channel
  const name = content(channel.name)
  const turn = () => {
    switching.reset()
    if (open) setClosing(true)
    else switching.mutate({ before: channel, open: true })
  }
  return (
    <li className="flex min-h-9 items-center gap-x-4 px-4 py-2 text-sm">
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-4">
        <p className="min-w-0 basis-56">
          <span className="font-semibold">{name}</span>{' '}
          <code className="num text-xs break-all text-mute" lang="en">
            {code}
          </code>
        </p>
        <p className="min-w-0 flex-1 basis-40">
          <span className={open ? 'text-mute' : 'text-amber'}>{t(open ? 'channels.open' : 'channels.closed')}</span>
          {!open && (
            <span className="break-words text-mute">
              {' · '}
              {t('channels.read', { reason: closedReason ? content(closedReason) : t('channels.defaultReason') })}
            </span>
          )}
        </p>
      </div>
      {maySwitch && <Toggle label={t('channels.accept', { name })} checked={open} busy={switching.isPending} onPress={turn} />}
      {closing && <CloseDialog channel={channel} switching={switching} onEnd={() => setClosing(false)} />}
    </li>
  )
}

interface ToggleProps {
  label: string
  checked: boolean
  /** Refuses presses, without losing the focus. */
  busy: boolean
  onPress: () => void
}

/** A switch that shows the state of the shop, and follows it only once that has changed. */
function Toggle({ label, checked, busy, onPress }: ToggleProps) {
  const waits = useHeld(busy)
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      aria-busy={busy || undefined}
      className="grid min-h-9 min-w-12 flex-none place-items-center rounded-control max-md:min-h-11"
      onClick={busy ? undefined : onPress}
    >
      <span
        aria-hidden="true"
        className={cx(
          'relative block h-6 w-11 rounded-full border-2 transition-colors motion-reduce:transition-none',
          checked ? 'border-lime bg-lime' : 'border-control bg-ground',
          waits && 'opacity-60',
        )}
      >
        <span
          className={cx(
            'absolute top-1/2 size-4 -translate-y-1/2 rounded-full transition-[left] motion-reduce:transition-none',
            checked ? 'left-5 bg-ink' : 'left-0.5 bg-control',
          )}
        />
      </span>
    </button>
  )
}
