import { type ReactNode, useState } from 'react'
import type { ConsoleEntry } from '@/api/generated'
import { LoginGate } from '@/features/login-gate/login-gate'
import { useTexts } from '@/i18n'
import { EmptyState } from '@/ui/feedback'
import { QueryError } from '@/ui/query-error'
import { Prove } from './prove'
import { RecoveryCodes } from './recovery-codes'
import { SetUp } from './set-up'
import { useEntry, useTakeEntry } from './use-entry'

/** Shows the console to staff who gave their second factor for this login, and the way in to everybody else. */
export function EntryGate({ children }: { children: (entry: ConsoleEntry) => ReactNode }) {
  const t = useTexts('console')
  return (
    <LoginGate heading={t('entry.heading')}>
      <Inside>{children}</Inside>
    </LoginGate>
  )
}

function Inside({ children }: { children: (entry: ConsoleEntry) => ReactNode }) {
  const t = useTexts('console')
  const entry = useEntry()
  const take = useTakeEntry()
  const [codes, setCodes] = useState<readonly string[]>()
  const done = (next: ConsoleEntry) => {
    if (next.recoveryCodes) setCodes(next.recoveryCodes)
    take(next)
  }
  if (codes) {
    return (
      <Door heading={t('recovery.heading')}>
        <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />
      </Door>
    )
  }
  if (entry.error) {
    return (
      <Door heading={t('entry.heading')}>
        {isNoStaff(entry.error) ? <EmptyState>{t('entry.staffOnly')} {t('entry.askAdmin')}</EmptyState> : <QueryError query={entry} />}
      </Door>
    )
  }
  if (!entry.data) return <div className="skeleton m-6 h-72" />
  if (entry.data.console) return children(entry.data)
  const { factors, name } = entry.data
  const hasFactor = factors.totp || factors.passkeys.length > 0
  return (
    <Door heading={t(hasFactor ? 'entry.choose' : 'setUp.heading')}>
      <p className="text-mute">{t('entry.greeting', { name })}</p>
      {hasFactor ? (
        <Prove factors={factors} onProved={done} />
      ) : (
        <>
          <p>{t('setUp.text')}</p>
          <SetUp onDone={done} />
        </>
      )}
    </Door>
  )
}

function Door({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <main id="main" className="mx-auto flex w-full max-w-lg flex-col gap-5 px-4 py-10">
      <h1 className="text-2xl">{heading}</h1>
      {children}
    </main>
  )
}

function isNoStaff(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'staff_required'
}
