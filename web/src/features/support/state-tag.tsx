import type { SupportState } from '@/api/generated'
import { useTexts } from '@/i18n'
import { Tag } from '@/ui/tag'
import type { ThreadSide } from './queries'

/** The state of a thread; lime where it is the reader's turn. */
export function StateTag({ state, side }: { state: SupportState; side: ThreadSide }) {
  const t = useTexts('support')
  if (side === 'staff') return <Tag tone={state === 'waiting' ? 'amber' : undefined}>{t(`staff.state.${state}`)}</Tag>
  return <Tag tone={state === 'answered' ? 'lime' : state === 'waiting' ? 'amber' : undefined}>{t(`state.${state}`)}</Tag>
}
