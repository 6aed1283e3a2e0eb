import { useState } from 'react'
import type { ConsoleEntry } from '@/api/generated'
import { useTexts } from '@/i18n'
import { Dialog } from '@/ui/dialog'
import { RecoveryCodes } from '../entry/recovery-codes'
import { takeEntry, useEntry } from '../entry/use-entry'
import { App } from './app'
import { Codes } from './codes'
import { Passkeys } from './passkeys'

/** The user's own second factors. */
export function FactorsPage() {
  const t = useTexts('console')
  const { data: entry } = useEntry()
  const [codes, setCodes] = useState<readonly string[]>()
  if (!entry) return null
  const { factors } = entry
  const take = (next: ConsoleEntry) => {
    if (next.recoveryCodes) setCodes(next.recoveryCodes)
    takeEntry(next)
  }
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <h1 className="text-xl">{t('factors.heading')}</h1>
      <Passkeys factors={factors} onChange={take} />
      <App factors={factors} onChange={take} />
      <Codes factors={factors} onChange={take} />
      {codes && (
        <Dialog open modalOnly onClose={() => {}} title={t('recovery.heading')}>
          <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />
        </Dialog>
      )}
    </div>
  )
}
