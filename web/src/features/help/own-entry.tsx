import { useQueries, useQuery } from '@tanstack/react-query'
import { type MyMatch, myNextMatch } from '@/features/my-tournaments/my-match'
import { PLACES, type Step, stepsOf } from '@/features/my-tournaments/steps'
import { useMatchText } from '@/features/my-tournaments/use-match-text'
import { useNow } from '@/features/tournaments/now'
import { joinedQuery, myMatchesQuery } from '@/features/tournaments/queries'
import { useContent, useTexts } from '@/i18n'
import { EntrantScope } from '@/i18n/entrants'
import { StateCard, StateElsewhere } from './state-card'

const WARNS: ReadonlyArray<Step['kind']> = ['complete', 'documents', 'fix_documents']

/** The nearest step of the reader's entries. */
export function OwnEntry() {
  const joined = useQuery(joinedQuery)
  if (joined.isError && !joined.data) return <StateElsewhere to="/esport/tournament" />
  if (!joined.data) return null
  const [step] = stepsOf(joined.data.items, [])
  return step ? <PlainStep step={step} /> : <NoEntry />
}

/** The reader's nearest match; where there is none, the nearest step of their entries. */
export function OwnMatch() {
  const joined = useQuery(joinedQuery)
  const now = useNow() ?? 0
  const playing = joined.data?.items.filter(({ next }) => next.kind === 'play') ?? []
  const matches = useQueries({ queries: playing.map(({ tournament }) => myMatchesQuery(tournament.id)) })
  if (joined.isError && !joined.data) return <StateElsewhere to="/esport/tournament" />
  if (!joined.data || now === 0 || matches.some(({ isPending }) => isPending)) return null
  const nearest = playing.flatMap(({ tournament, entry }, index) => {
    const { data } = matches[index] ?? {}
    const match = data && myNextMatch(data.items, data.asking, entry.id, now)
    return match ? [[tournament.id, match] as const] : []
  })
  const steps = stepsOf(joined.data.items, [], new Map(nearest))
  const step = steps.find(({ match }) => match) ?? steps[0]
  if (!step) return <NoEntry />
  const { match, players = 'team' } = step
  if (!match) return <PlainStep step={step} />
  return (
    <EntrantScope value={players}>
      <MatchStep step={step} match={match} />
    </EntrantScope>
  )
}

function PlainStep({ step: { kind, id, name, entrant, place } }: { step: Step }) {
  const t = useTexts('tournaments')
  const content = useContent()
  return (
    <StateCard
      mark={entrant ?? content(name)}
      title={kind === 'waiting_list' && place ? t('mine.step.waiting_list_at', { place }) : t(`mine.step.${kind}`)}
      text={content(name)}
      warn={WARNS.includes(kind)}
      action={{ to: `/esport/tournament/${id}${PLACES[kind]}`, label: t(`mine.verb.${kind}`) }}
    />
  )
}

/** A component of its own: the texts of matches are loaded when there is one. */
function MatchStep({ step, match }: { step: Step; match: MyMatch }) {
  const content = useContent()
  const { what, verb, when } = useMatchText(match)
  return (
    <StateCard
      mark={match.opponent ?? content(step.name)}
      title={what}
      text={when}
      warn={match.asked}
      action={{ to: `/esport/match/${match.match.id}`, label: verb }}
    />
  )
}

function NoEntry() {
  const t = useTexts('manual')
  return <StateCard title={t('own.noEntry')} text={t('own.noEntryText')} action={{ to: '/esport/tournament', label: t('own.noEntryDo') }} />
}
