import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type Invitable, registrationInvite, registrationListInvitable, type Tournament } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useLanguage, useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { EmptyState, Notice } from '@/ui/feedback'
import { QueryError, useProblemText } from '@/ui/query-error'
import { TeamLogo } from '@/ui/team-logo'
import { toast } from '@/ui/toast'

const PER_PAGE = 20
const PAUSE_MS = 300

/** Teams (or players) that could be invited, and why some cannot. */
export function Invite({ tournament }: { tournament: Tournament }) {
  const t = useTexts('desk')
  const language = useLanguage()
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState({ query: '', page: 1 })
  useEffect(() => {
    const timer = setTimeout(() => setAsked((now) => (now.query === typed.trim() ? now : { query: typed.trim(), page: 1 })), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const { data, error, refetch } = useQuery({
    queryKey: ['invitable', tournament.id, asked, language],
    queryFn: () => answerOf(registrationListInvitable({ body: { tournamentId: tournament.id, ...asked, perPage: PER_PAGE } })),
    placeholderData: keepPreviousData,
  })
  const closed = tournament.phase !== 'upcoming' && tournament.phase !== 'register'
  const single = tournament.contestantType === 'single'
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <p className="text-mute">{t(single ? 'invite.textSingle' : 'invite.text')}</p>
      {closed && <Notice tone="warn">{t('invite.closed')}</Notice>}
      <div className="relative">
        <Search className="pointer-events-none absolute top-3.5 left-3 size-5 text-mute" aria-hidden="true" />
        <input
          type="search"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          aria-label={t(single ? 'invite.searchSingle' : 'invite.search')}
          placeholder={t(single ? 'invite.searchSingle' : 'invite.search')}
          className="h-12 w-full rounded-control bg-ground pr-3 pl-10 ring-1 ring-control ring-inset placeholder:text-mute focus-visible:ring-2 focus-visible:ring-lime focus-visible:outline-none"
        />
      </div>
      {error && !data ? (
        <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <div className="skeleton h-72" />
      ) : data.items.length === 0 ? (
        <EmptyState>{t(asked.query ? 'invite.none' : 'invite.noneYet')}</EmptyState>
      ) : (
        <>
          <ul className="rounded-panel border border-line bg-panel px-4">
            {data.items.map((item) => (
              <Row key={item.teamId ?? item.userId} item={item} tournament={tournament} closed={closed} />
            ))}
          </ul>
          <Turn page={asked.page} pages={Math.ceil(data.total / PER_PAGE)} onPage={(page) => setAsked({ ...asked, page })} />
        </>
      )}
    </div>
  )
}

function Turn({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  const t = useTexts('desk')
  if (pages <= 1) return null
  return (
    <nav aria-label={t('log.pages')} className="flex items-center gap-3">
      <Button size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t('invite.before')}
      </Button>
      <span className="num text-sm text-mute">
        {page}/{pages}
      </span>
      <Button size="sm" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {t('invite.after')}
      </Button>
    </nav>
  )
}

function Row({ item, tournament, closed }: { item: Invitable; tournament: Tournament; closed: boolean }) {
  const t = useTexts('desk')
  const problemText = useProblemText()
  const queries = useQueryClient()
  const inviting = useMutation({
    mutationFn: () =>
      answerOf(
        registrationInvite({
          body: {
            tournamentId: tournament.id,
            teamIds: item.teamId == null ? [] : [item.teamId],
            userIds: item.userId == null ? [] : [item.userId],
          },
        }),
      ),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['invitable', tournament.id] })
      void toast(t('invite.done', { name: item.name }), { tone: 'success' })
    },
    onError: (error) => void toast(problemText(problemOf(error)), { tone: 'error' }),
  })
  return (
    <li className="flex items-center gap-3 border-b border-line py-3 last:border-0">
      <TeamLogo name={item.name} logo={item.logo} />
      <div className="min-w-0 flex-1">
        <p className="break-words">{item.name}</p>
        {item.reasons.map((reason) => (
          <p key={reason.code} className="text-sm text-amber">
            {/* The server words this reason for the entrant. */}
            {reason.code === 'entry_exists' ? t('invite.entered') : reason.message}
          </p>
        ))}
      </div>
      {item.invited ? (
        <span className="flex-none text-sm text-mute">{t('invite.invited')}</span>
      ) : (
        item.eligible &&
        !closed && (
          <Button size="sm" busy={inviting.isPending} aria-label={t('invite.goOf', { name: item.name })} onClick={() => inviting.mutate()}>
            {t('invite.go')}
          </Button>
        )
      )}
    </li>
  )
}
