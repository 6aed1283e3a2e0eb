import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { type ListedMatch, matchList, type NextCode } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { scheduleKey } from '@/features/matches/queries'
import { useMatchLabels } from '@/features/matches/labels'
import { useLanguage, useTexts } from '@/i18n'
import type { Language } from '@/i18n/language'
import { CODES, SHOWN, type Stuck } from './stuck'

const MOST = 100

/** Matches that wait for staff, the earliest first. */
const stuckQuery = (id: number, language: Language) =>
  queryOptions({
    queryKey: [...scheduleKey(id), 'stuck', language],
    queryFn: () => answerOf(matchList({ body: { id, stuck: true, page: 1, perPage: MOST } })),
    staleTime: 5_000,
  })

const asks = (code: NextCode) => (match: ListedMatch) => match.next?.code === code

/** Keys of the link to such a match's room. */
const REMEDIES = { rule: 'staff.rule', noShow: 'staff.rule', overdue: 'staff.enter', setTime: 'staff.setTime' } as const satisfies Record<
  Stuck,
  string
>

interface StuckMatchesProps {
  tournamentId: number
  kind: Stuck
  count: number
  /** Whether the viewer may do what the match needs. */
  decides: boolean
}

/** The first matches with the same need, each a link to its room. */
export function StuckMatches({ tournamentId, kind, count, decides }: StuckMatchesProps) {
  const t = useTexts('matches')
  const labels = useMatchLabels()
  const { data, isPending } = useQuery(stuckQuery(tournamentId, useLanguage()))
  if (isPending) return <StuckSkeleton count={count} />
  const found = data?.items.filter(asks(CODES[kind])).slice(0, SHOWN) ?? []
  return (
    <ul className="-mx-2 flex flex-col empty:hidden">
      {found.map((match) => (
        <li key={match.id}>
          <Link
            to="/esport/match/$id"
            params={{ id: String(match.id) }}
            className="flex min-h-11 flex-col justify-center rounded-control px-2 py-1 hover:bg-raise"
          >
            <span className="break-words">
              {t('versus', { home: match.home?.name ?? t('unknownSide'), away: match.away?.name ?? t('unknownSide') })}
            </span>
            <span className="text-sm text-mute">
              {labels.round(match)} · {labels.match(match.label)}
              {match.scheduledAt && ` · ${labels.at(match.scheduledAt).replaceAll(' ', '\u00a0')}`}
            </span>
            {decides && (
              <span className="num flex items-center gap-1 text-sm leading-8 text-lime">
                {t(REMEDIES[kind])}
                <ChevronRight className="size-4" aria-hidden="true" />
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function StuckSkeleton({ count }: { count: number }) {
  return (
    <div aria-busy="true" className="flex flex-col gap-1">
      {Array.from({ length: Math.min(count, SHOWN) }, (_, index) => (
        <div key={index} className="skeleton h-11" />
      ))}
    </div>
  )
}
