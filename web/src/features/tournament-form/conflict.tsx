import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLanguage, useTexts } from '@/i18n'
import { formatTime } from '@/i18n/format'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/feedback'
import { formQuery } from './calls'
import type { Saving } from './use-saving'

/** Someone else saved in the meantime: their version stands. Offers to take it, or to overwrite it. */
export function Conflict({ saving }: { saving: Saving }) {
  const t = useTexts('tournamentForm')
  const newest = useQuery(formQuery(saving.saved.id, useLanguage())).data
  const [busy, setBusy] = useState(false)
  const ref = useRef<HTMLDivElement>(null)
  // It may appear while the user is far below.
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'center' })
    ref.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={ref} tabIndex={-1} className="rounded-panel">
      <Notice tone="warn">
        <p className="num">{t('conflict.title', { time: newest ? formatTime(newest.savedAt) : '' })}</p>
        <p className="mt-1">{t('conflict.text')}</p>
        <div className="mt-3 flex flex-wrap gap-3">
          <Button size="sm" disabled={!newest} onClick={() => newest && saving.take(newest)}>
            {t('conflict.theirs')}
          </Button>
          <Button
            size="sm"
            busy={busy}
            onClick={() => {
              setBusy(true)
              void saving.overwrite().finally(() => setBusy(false))
            }}
          >
            {t('conflict.mine')}
          </Button>
        </div>
      </Notice>
    </div>
  )
}
