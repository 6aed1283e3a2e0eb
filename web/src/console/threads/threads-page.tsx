import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTexts } from '@/i18n'
import { ConnectionMark } from '@/live/connection-mark'
import { StaffThreads } from './threads'

/** Members' threads with our team. */
export function StaffThreadsPage() {
  const t = useTexts('support')
  const navigate = useNavigate()
  const { page = 1, ...filter } = useSearch({ from: '/console/threads' })
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="text-xl">{t('staff.heading')}</h1>
        <ConnectionMark />
      </div>
      <StaffThreads
        filter={filter}
        page={page}
        onChange={(next, at) =>
          void navigate({ to: '/console/threads', search: { ...next, ...(at > 1 && { page: at }) }, resetScroll: false })
        }
      />
    </div>
  )
}
