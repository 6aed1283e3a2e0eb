import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import type { ConsoleEntry } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { LoginGate } from '@/features/login-gate/login-gate'
import { useTexts } from '@/i18n'
import { buttonClass } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { EmptyState } from '@/ui/feedback'
import { QueryError } from '@/ui/query-error'
import { Door } from './door'
import { settleFactor } from './fresh-factor'
import { hasFactor, Prove } from './prove'
import { RecoveryCodes } from './recovery-codes'
import { SetUp } from './set-up'
import { readRefused, takeEntry, useEntry, watchRefusals } from './use-entry'

interface EntryGateProps {
  children: (entry: ConsoleEntry) => ReactNode
}

/** Shows the console to staff who gave their second factor for this login, and the way in to everybody else. */
export function EntryGate({ children }: EntryGateProps) {
  const t = useTexts('console')
  const { status, me } = useSession()
  if (status === 'member') return <Inside key={me?.id}>{children}</Inside>
  return (
    <Door>
      <LoginGate heading={t('entry.heading')}>{null}</LoginGate>
    </Door>
  )
}

function Inside({ children }: EntryGateProps) {
  const t = useTexts('console')
  const { data: entry, error, refetch } = useEntry()
  const [codes, setCodes] = useState<readonly string[]>()
  const isIn = Boolean(entry?.console)
  const wayIn = codes !== undefined || !isIn
  // Once the console was shown it stays: whoever has to come in again finds their page as they left it.
  const [wasShown, setWasShown] = useState(false)
  if (!wayIn && !wasShown) setWasShown(true)
  useEffect(watchRefusals, [])
  useEffect(() => {
    if (!isIn) return
    settleFactor(true)
    readRefused()
  }, [isIn])
  useEffect(() => () => settleFactor(false), [])

  const problem = error && problemOf(error)
  if (problem?.code === 'staff_required') {
    return (
      <Door heading={t('entry.heading')}>
        <EmptyState
          action={
            <Link to="/" className={buttonClass()}>
              {t('shop')}
            </Link>
          }
        >
          {t('entry.staffOnly')} {t('entry.askAdmin')}
        </EmptyState>
      </Door>
    )
  }
  if (!entry) {
    return (
      <Door heading={t('entry.heading')}>
        {problem ? <QueryError problem={problem} onRetry={() => void refetch()} /> : <div className="skeleton h-72" />}
      </Door>
    )
  }

  const known = hasFactor(entry.factors)
  const heading = t(codes ? 'recovery.heading' : known ? 'entry.choose' : 'setUp.heading')
  const content = codes ? (
    <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />
  ) : (
    <WayIn
      entry={entry}
      onDone={(next) => {
        if (next.recoveryCodes) setCodes(next.recoveryCodes)
        takeEntry(next)
      }}
    />
  )
  if (!wasShown) return <Door heading={heading}>{content}</Door>
  return (
    <>
      {children(entry)}
      {wayIn && (
        // What the page shows is for those who are in alone: nothing of it shines through. Above any dialog of the page, which stays too.
        <div className="[&>dialog]:backdrop:bg-ink">
          <Dialog
            open
            modalOnly
            onClose={() => {}}
            title={heading}
            actions={
              <Link to="/" className={buttonClass('ghost', 'sm')}>
                {t('shop')}
              </Link>
            }
          >
            <div className="flex flex-col gap-5">
              {!codes && <p>{t('entry.ended')}</p>}
              {content}
            </div>
          </Dialog>
        </div>
      )}
    </>
  )
}

function WayIn({ entry: { name, factors }, onDone }: { entry: ConsoleEntry; onDone: (entry: ConsoleEntry) => void }) {
  const t = useTexts('console')
  return (
    <>
      <p className="text-mute">{t('entry.greeting', { name })}</p>
      {hasFactor(factors) ? (
        <Prove factors={factors} onProved={onDone} />
      ) : (
        <>
          <p>{t('setUp.text')}</p>
          <SetUp onDone={onDone} />
        </>
      )}
    </>
  )
}
