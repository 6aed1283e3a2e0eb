import { useMutation, useQuery } from '@tanstack/react-query'
import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { accountEndSession, accountListSessions } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { showAlert } from '@/ui/alert'
import { QueryError, useProblemText } from '@/ui/query-error'
import { useLanguage, useTexts } from '@/i18n'
import { formatDateTime } from '@/i18n/format'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/feedback'
import { Tag } from '@/ui/tag'
import { deviceName } from '@/ui/device-name'
import { useSignOut } from './use-sign-out'

/** Devices shown at first; the current one is among them. */
const FEW = 3

/** Lists the devices where the user is signed in, and signs them out. */
export function Devices() {
  const t = useTexts('account')
  const common = useTexts('common')
  const problemText = useProblemText()
  const language = useLanguage()
  const { data, error, refetch } = useQuery({
    queryKey: ['Sessions'],
    queryFn: () => answerOf(accountListSessions({ query: { perPage: 50 } })),
  })
  const { confirmSignOut, signingOut } = useSignOut(true)
  const ending = useMutation({ mutationFn: (id: string) => answerOf(accountEndSession({ body: { id } })), onSuccess: () => refetch() })
  const [all, setAll] = useState(false)
  const more = data ? data.total - data.items.length : 0
  const name = (userAgent: string | null | undefined) => deviceName(userAgent) ?? t('devices.unknown')
  return (
    <section className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-xl">{t('devices.heading')}</h2>
        <Button look="ghost" size="sm" className="max-sm:-ml-4" busy={signingOut} onClick={confirmSignOut}>
          {t('devices.leaveEverywhere')}
        </Button>
      </div>
      {ending.error && <Notice tone="error">{problemText(problemOf(ending.error))}</Notice>}
      {error && <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && <div className="skeleton h-24" />}
      {data && (
        <ul className="flex flex-col divide-y divide-line rounded-panel border border-line bg-panel">
          {data.items.slice(0, all ? undefined : FEW).map((session) => (
            <li key={session.id} className="flex items-center gap-x-4 px-4 py-3">
              <MonitorSmartphone className="size-5 flex-none text-mute" aria-hidden="true" />
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-center gap-2">
                  {name(session.userAgent)}
                  {session.current && <Tag tone="lime">{t('devices.current')}</Tag>}
                </p>
                <p className="text-sm text-mute">{t('devices.lastUsed', { at: formatDateTime(session.lastUsedAt, language) })}</p>
              </div>
              {!session.current && (
                <Button
                  size="sm"
                  look="ghost"
                  className="-mr-3 flex-none"
                  busy={ending.isPending && ending.variables === session.id}
                  onClick={() =>
                    showAlert({
                      title: t('devices.endTitle'),
                      message: t('devices.endText', { device: name(session.userAgent) }),
                      buttons: [
                        { name: common('action.cancel') },
                        { name: common('session.logout'), look: 'danger', action: () => ending.mutate(session.id) },
                      ],
                    })
                  }
                >
                  {common('session.logout')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {data && data.items.length > FEW && !all && (
        <Button look="ghost" size="sm" className="self-start" onClick={() => setAll(true)}>
          {t('devices.all', { count: data.items.length })}
        </Button>
      )}
      {data && (all || data.items.length <= FEW) && more > 0 && <p className="text-sm text-mute">{t('devices.more', { count: more })}</p>}
    </section>
  )
}
