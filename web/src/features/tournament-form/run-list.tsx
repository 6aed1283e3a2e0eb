import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Copy, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type RunTournament, tournamentCreate, tournamentDeleteDraft } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { esportQuery } from '@/features/account/esport'
import { PhaseTag } from '@/features/tournaments/phase-tag'
import { useContent, useLanguage, useTexts } from '@/i18n'
import { formatDateTime } from '@/i18n/format'
import { showAlert } from '@/ui/alert'
import { Button, buttonClass } from '@/ui/button'
import { Cover } from '@/ui/cover'
import { EmptyState, Notice } from '@/ui/feedback'
import { QueryError, useProblemText } from '@/ui/query-error'
import { toast } from '@/ui/toast'
import { ReadHow } from '@/ui/read-how'
import { needsOf } from '@/features/tournaments/needs'
import { runQuery } from './calls'

/** Drafts and tournaments of the user; a new one, or a copy of an earlier one. */
export function RunList() {
  const t = useTexts('tournamentForm')
  const [page, setPage] = useState(1)
  const suspended = useSession((session) => session.me?.suspended) ?? false
  const esport = useQuery(esportQuery)
  const run = useQuery({ ...runQuery(page), placeholderData: keepPreviousData })
  const create = useCreate()
  const failed = (!run.data && run.error) || (!esport.data && esport.error)
  if (failed) {
    return (
      <QueryError
        problem={problemOf(failed)}
        onRetry={() => {
          void run.refetch()
          void esport.refetch()
        }}
      />
    )
  }
  if (!run.data || !esport.data) {
    return (
      <div className="flex flex-col gap-3" aria-hidden="true">
        <div className="skeleton h-14" />
        <div className="skeleton h-24" />
        <div className="skeleton h-24" />
      </div>
    )
  }
  const { items, total, perPage } = run.data
  const mayCreate = esport.data.isPromoter && !suspended
  const begin = (
    <Button look="primary" busy={create.isPending} onClick={() => create.mutate(undefined)}>
      <Plus className="size-5" aria-hidden="true" />
      {t('list.new')}
    </Button>
  )
  return (
    <>
      {!esport.data.isPromoter && <NoPromoter />}
      {mayCreate && items.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="min-w-56 flex-1 text-mute">{t('list.intro')}</p>
          {begin}
        </div>
      )}
      {mayCreate && items.length === 0 && (
        <EmptyState action={begin}>
          {t('list.empty')} <ReadHow code="own_tournaments" />
        </EmptyState>
      )}
      <ul className="flex flex-col gap-3">
        {items.map((item) => (
          <Row key={item.id} item={item} mayCreate={mayCreate} readOnly={suspended} />
        ))}
      </ul>
      {total > perPage && (
        <nav aria-label={t('list.pages')} className="flex items-center justify-center gap-4">
          <Button size="sm" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('list.newer')}
          </Button>
          <span className="num text-mute">{t('list.page', { page, count: Math.ceil(total / perPage) })}</span>
          <Button size="sm" disabled={page * perPage >= total} onClick={() => setPage(page + 1)}>
            {t('list.older')}
          </Button>
        </nav>
      )}
    </>
  )
}

/** Creates a draft, empty or from an earlier one, and opens it. */
function useCreate() {
  const navigate = useNavigate()
  const problemText = useProblemText()
  return useMutation({
    mutationFn: (copyOf: number | undefined) =>
      answerOf(tournamentCreate({ body: { draft: true, ...(copyOf === undefined ? { showGameId: true } : { copyOf }) } })),
    onSuccess: ({ id }) => navigate({ to: '/account/form-tournament', search: { id, step: 'basics' } }),
    onError: (error) => void toast(problemText(problemOf(error)), { tone: 'error' }),
  })
}

/** Tells users without the right how to get it. */
function NoPromoter() {
  const t = useTexts('tournamentForm')
  return (
    <Notice
      action={
        <Link to="/account/promoter" className={buttonClass('primary', 'sm')}>
          {t('list.becomePromoter')}
        </Link>
      }
    >
      <p className="num">{t('list.noPromoter')}</p>
      <p className="text-mute">{t('list.noPromoterText')}</p>
    </Notice>
  )
}

function Row({ item, mayCreate, readOnly }: { item: RunTournament; mayCreate: boolean; readOnly: boolean }) {
  const t = useTexts('tournamentForm')
  const content = useContent()
  const language = useLanguage()
  const create = useCreate()
  const { id, card, phase, role } = item
  const name = content(item.name) || t('unnamed')
  const isDraft = phase === 'draft'
  const over = phase === 'finished' || phase === 'cancelled'
  const waiting = over ? 0 : needsOf(item.needsYou)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-panel border border-line bg-panel p-4">
      <div className="size-14 flex-none overflow-hidden rounded-control max-xs:hidden">
        {card?.logo ? (
          <img src={card.logo} alt="" className="size-full object-cover" />
        ) : (
          <Cover
            hue={card?.game.hue ?? 150}
            motif={card?.game.motif ?? 'rings'}
            glyph={card?.game.glyph ?? undefined}
            className="size-full"
          />
        )}
      </div>
      <div className="min-w-48 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="num text-lg leading-relaxed">{name}</span>
          <PhaseTag phase={phase} />
        </p>
        <p className="text-sm text-mute">
          {role !== 'promoter' && `${t(`role.${role}`)} · `}
          {t('list.changed', { at: formatDateTime(item.updatedAt, language) })}
        </p>
        {waiting > 0 && <p className="text-sm text-amber">{t('list.needsYou', { count: waiting })}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        {!isDraft && (
          <Link to="/esport/tournament/$id/manage" params={{ id: String(id) }} className={buttonClass('plain', 'sm')}>
            {t('list.manage')}
          </Link>
        )}
        {role !== 'assistant' && !over && (
          <Link to="/account/form-tournament" search={{ id, step: 'basics' }} className={buttonClass('plain', 'sm')}>
            <Pencil className="size-4" aria-hidden="true" />
            {t(isDraft ? 'list.goOn' : 'list.edit')}
          </Link>
        )}
        {mayCreate && role === 'promoter' && (
          <Button size="sm" look="ghost" busy={create.isPending} aria-label={t('list.copyOf', { name })} onClick={() => create.mutate(id)}>
            <Copy className="size-4" aria-hidden="true" />
            {t('list.copy')}
          </Button>
        )}
        {isDraft && role === 'promoter' && !readOnly && <Delete id={id} name={name} />}
      </div>
    </li>
  )
}

function Delete({ id, name }: { id: number; name: string }) {
  const t = useTexts('tournamentForm')
  const common = useTexts('common')
  const problemText = useProblemText()
  const queries = useQueryClient()
  const removing = useMutation({
    mutationFn: () => answerOf(tournamentDeleteDraft({ body: { id } })),
    onSuccess: () => {
      void toast(t('list.deleted', { name }))
      return queries.invalidateQueries({ queryKey: ['tournamentsRun'] })
    },
    onError: (error) => void toast(problemText(problemOf(error)), { tone: 'error' }),
  })
  return (
    <Button
      size="sm"
      look="ghost"
      busy={removing.isPending}
      aria-label={t('list.deleteOf', { name })}
      onClick={() =>
        showAlert({
          title: t('list.deleteTitle'),
          message: t('list.deleteText', { name }),
          buttons: [
            { name: common('action.cancel'), look: 'plain' },
            { name: t('list.delete'), look: 'danger', action: () => removing.mutate() },
          ],
        })
      }
    >
      <Trash2 className="size-4" aria-hidden="true" />
    </Button>
  )
}
