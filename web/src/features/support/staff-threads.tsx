import { useQuery } from '@tanstack/react-query'
import type { SupportState } from '@/api/generated'
import { useTexts } from '@/i18n'
import { useTopic } from '@/live'
import { Chip } from '@/ui/chip'
import { EmptyState } from '@/ui/feedback'
import { SelectField } from '@/ui/field'
import { type StaffFilter, staffThreadsQuery, TOPICS } from './queries'
import { ThreadList } from './threads'

const STATES = ['waiting', 'answered', 'closed'] as const satisfies SupportState[]

interface StaffThreadsProps {
  filter: StaffFilter
  page: number
  onChange: (filter: StaffFilter, page: number) => void
}

/** Members' threads, the longest wait first. The list renews itself. */
export function StaffThreads({ filter, page, onChange }: StaffThreadsProps) {
  const t = useTexts('support')
  const query = useQuery(staffThreadsQuery(filter, page))
  const again = () => void query.refetch()
  useTopic(query.data?.live, { 'support.listed': again }, { onReload: again })
  const { state, topic } = filter
  const go = (next: { state?: SupportState | undefined; topic?: StaffFilter['topic'] | undefined }) =>
    onChange({ ...(next.state && { state: next.state }), ...(next.topic && { topic: next.topic }) }, 1)
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">{t('staff.filter.label')}</legend>
          <Chip checked={!state} label={t('staff.filter.open')} onChoose={() => go({ topic })} />
          {STATES.map((known) => (
            <Chip key={known} checked={state === known} label={t(`staff.state.${known}`)} onChoose={() => go({ state: known, topic })} />
          ))}
        </fieldset>
        <SelectField
          className="w-full sm:w-64"
          label={t('staff.filter.topic')}
          placeholder={t('staff.filter.allTopics')}
          none={t('staff.filter.allTopics')}
          value={topic ?? ''}
          onChange={(value) => go({ state, topic: TOPICS.find((known) => known === value) })}
          options={TOPICS.map((known) => ({ value: known, label: t(`topic.${known}`) }))}
        />
      </div>
      <ThreadList
        side="staff"
        query={query}
        page={page}
        onPage={(next) => onChange(filter, next)}
        empty={<EmptyState>{t(`staff.empty.${state ?? 'open'}`)}</EmptyState>}
      />
    </>
  )
}
