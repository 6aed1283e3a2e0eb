import { useTexts } from '@/i18n'
import type texts from '@/i18n/th/tournaments'
import { Tag } from '@/ui/tag'

/** Status of an entry, in the server's words. */
export type EntryStatus = keyof typeof texts.status

const TONES: Partial<Record<EntryStatus, 'lime' | 'amber' | 'red'>> = {
  incomplete_team: 'amber',
  register: 'amber',
  join: 'lime',
  invalid: 'amber',
  reject: 'red',
  removed: 'red',
  disqualified: 'red',
}

/** The status of an entry; `place` is that in the waiting list. A page that shows it loads the texts of `tournaments`. */
export function StatusTag({ status, place }: { status: EntryStatus; place?: number | null | undefined }) {
  const t = useTexts('tournaments')
  return <Tag tone={TONES[status]}>{status === 'waitlist' && place ? t('waitlistAt', { place }) : t(`status.${status}`)}</Tag>
}
