import { useQuery } from '@tanstack/react-query'
import type { Tournament } from '@/api/generated'
import { useSession } from '@/api/session'
import { bracketQuery } from '@/features/brackets/queries'
import { roundsOf } from '@/features/brackets/rounds'
import { useLabelsFor } from '@/features/brackets/labels'
import { mineQuery } from '@/features/tournaments/queries'
import { useLanguage, useTexts } from '@/i18n'
import { Chip } from '@/ui/chip'
import { NativeSelect } from '@/ui/select'
import type { Bracket } from '@/api/generated'
import { useMatchLabels } from '../labels'
import { ONLY, type ScheduleSearch, STATES } from './days'

interface FiltersProps {
  tournament: Tournament
  search: ScheduleSearch
  onSearch: (search: ScheduleSearch) => void
}

/** Filters by side, round and state. Filters for some roles only are hidden from others. */
export function Filters({ tournament, search, onSearch }: FiltersProps) {
  const t = useTexts('matches')
  const matchWords = useMatchLabels()
  const member = useSession(({ status }) => status === 'member')
  const { data: mine } = useQuery({ ...mineQuery(tournament.id, useLanguage()), enabled: member })
  const { data: bracket } = useQuery(bracketQuery(tournament.id))
  const staff = ['promoter', 'co_promoter', 'assistant'].includes(mine?.role ?? '')
  const may = { mine: Boolean(mine?.entry), needsMe: Boolean(mine?.entry), stuck: staff }
  const change = (part: ScheduleSearch) => onSearch(withoutEmpty({ ...search, page: undefined, ...part }))
  return (
    <div className="flex flex-col gap-3">
      {member && (may.mine || staff) && (
        <div role="group" aria-label={t('schedule.whose')} className="flex flex-wrap gap-2">
          <Chip checked={!search.only} onChoose={() => change({ only: undefined })} label={t('schedule.all')} />
          {ONLY.filter((each) => may[each]).map((each) => (
            <Chip
              key={each}
              checked={search.only === each}
              onChoose={() => change({ only: search.only === each ? undefined : each })}
              label={t(`schedule.${each}`)}
            />
          ))}
        </div>
      )}
      <div className="grid grid-cols-2 gap-2 sm:max-w-md">
        {bracket ? (
          <RoundSelect bracket={bracket} value={search.round} onChange={(round) => change({ round })} />
        ) : (
          <div className="skeleton h-12" />
        )}
        <NativeSelect
          aria-label={t('schedule.state')}
          value={STATES.find((each) => each === search.state) ?? ''}
          onChange={({ target }) => change({ state: target.value || undefined })}
        >
          <option value="">{t('schedule.states')}</option>
          {STATES.map((state) => (
            <option key={state} value={state}>
              {matchWords.state(state)}
            </option>
          ))}
        </NativeSelect>
      </div>
    </div>
  )
}

interface RoundSelectProps {
  bracket: Bracket
  value: string | undefined
  onChange: (round: string | undefined) => void
}

function RoundSelect({ bracket, value, onChange }: RoundSelectProps) {
  const t = useTexts('matches')
  const { labels } = useLabelsFor(bracket)
  const rounds = new Map(
    roundsOf(bracket.matches).map((round) => [
      `${bracket.stage}.${round.part}.${round.round}`,
      // The same round of all groups counts as one.
      round.part === 'group' ? t('round.anyGroup', { round: round.round }) : labels.round(round),
    ]),
  )
  return (
    <NativeSelect
      aria-label={t('schedule.round')}
      value={value !== undefined && rounds.has(value) ? value : ''}
      onChange={({ target }) => onChange(target.value || undefined)}
    >
      <option value="">{t('schedule.rounds')}</option>
      {[...rounds].map(([key, name]) => (
        <option key={key} value={key}>
          {name}
        </option>
      ))}
    </NativeSelect>
  )
}

function withoutEmpty(search: { [Name in keyof ScheduleSearch]: ScheduleSearch[Name] | undefined }): ScheduleSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
}
