import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Tournament, tournamentCancel, tournamentCloseRegistration } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useContent, useLanguage, useTexts } from '@/i18n'
import { useEntrantTexts } from '@/i18n/entrants'
import { formatDateTime } from '@/i18n/format'
import { showAlert } from '@/ui/alert'
import { Button, buttonClass } from '@/ui/button'
import { useProblemText } from '@/ui/query-error'
import { toast } from '@/ui/toast'
import { ReasonDialog } from './reason-dialog'

/** The tournament's form, and the two irreversible actions. */
export function Settings({ tournament, role }: { tournament: Tournament; role: 'promoter' | 'co_promoter' | 'assistant' }) {
  const t = useEntrantTexts('desk')
  const over = tournament.phase === 'cancelled' || tournament.phase === 'finished'
  return (
    <div className="flex max-w-2xl flex-col gap-4">
      <Part title={t('settings.form')} text={t('settings.formText')}>
        <Link to="/account/form-tournament" search={{ id: tournament.id }} className={buttonClass('plain')}>
          {t('settings.formGo')}
        </Link>
      </Part>
      {tournament.phase === 'register' && <CloseEarly tournament={tournament} />}
      {role === 'promoter' && !over && <Cancel tournament={tournament} />}
      {tournament.phase === 'cancelled' && (
        <p className="text-mute">
          {t('settings.cancelled')} {tournament.cancelReason}
        </p>
      )}
    </div>
  )
}

function Part({ title, text, children }: { title: string; text: string; children: React.ReactNode }) {
  return (
    <section className="flex flex-col gap-3 rounded-panel border border-line bg-panel p-5">
      <h2 className="text-lg">{title}</h2>
      <p className="text-mute">{text}</p>
      <div>{children}</div>
    </section>
  )
}

function CloseEarly({ tournament }: { tournament: Tournament }) {
  const t = useEntrantTexts('desk')
  const common = useTexts('common')
  const language = useLanguage()
  const problemText = useProblemText()
  const queries = useQueryClient()
  const closing = useMutation({
    mutationFn: () => answerOf(tournamentCloseRegistration({ path: { id: tournament.id }, body: { version: tournament.version } })),
    onSuccess: () => void toast(t('settings.closed'), { tone: 'success' }),
    onError: (error) => void toast(problemText(problemOf(error)), { tone: 'error' }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['tournament', tournament.id] }),
  })
  return (
    <Part title={t('settings.close')} text={t('settings.closeText', { at: formatDateTime(tournament.registrationEndAt, language) })}>
      <Button
        busy={closing.isPending}
        onClick={() =>
          showAlert({
            title: t('settings.closeTitle'),
            message: t('settings.closeWhat', { count: tournament.joined, capacity: tournament.capacity }),
            buttons: [{ name: common('action.cancel') }, { name: t('settings.closeGo'), look: 'primary', action: () => closing.mutate() }],
          })
        }
      >
        {t('settings.closeGo')}
      </Button>
    </Part>
  )
}

function Cancel({ tournament }: { tournament: Tournament }) {
  const t = useEntrantTexts('desk')
  const content = useContent()
  const queries = useQueryClient()
  const [asks, setAsks] = useState(false)
  return (
    <Part title={t('settings.cancel')} text={t('settings.cancelText')}>
      <Button look="danger" onClick={() => setAsks(true)}>
        {t('settings.cancelGo')}
      </Button>
      {asks && (
        <ReasonDialog
          title={t('settings.cancelTitle', { name: content(tournament.name) })}
          action={t('settings.cancelGo')}
          keep={t('settings.cancelKeep')}
          danger
          label={t('reason.label')}
          act={async (reason) => {
            await answerOf(tournamentCancel({ path: { id: tournament.id }, body: { reason } }))
            await queries.invalidateQueries({ queryKey: ['tournament', tournament.id] })
          }}
          onEnd={() => setAsks(false)}
        >
          <ul className="list-disc pl-5">
            {t('settings.cancelWhat', { returnObjects: true }).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </ReasonDialog>
      )}
    </Part>
  )
}
