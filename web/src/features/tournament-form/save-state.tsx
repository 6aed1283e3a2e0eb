import { Check, CloudOff, TriangleAlert } from 'lucide-react'
import { useTexts } from '@/i18n'
import { formatTime } from '@/i18n/format'
import { useProblemText } from '@/ui/query-error'
import type { SaveStatus } from './saver'

/** Whether the page's content is saved, and since when. */
export function SaveState({ status, savedAt }: { status: SaveStatus; savedAt: string }) {
  const t = useTexts('tournamentForm')
  const problemText = useProblemText()
  const { kind } = status
  const calm = kind === 'saved' || kind === 'saving' || kind === 'unsaved'
  const Icon = calm ? Check : kind === 'offline' ? CloudOff : TriangleAlert
  return (
    <p role="status" className={calm ? 'flex items-center gap-2 text-sm text-mute' : 'flex items-center gap-2 text-sm text-amber'}>
      {kind !== 'saving' && kind !== 'unsaved' && (
        <Icon className={calm ? 'size-4 flex-none text-lime' : 'size-4 flex-none'} aria-hidden="true" />
      )}
      {kind === 'saved' && (
        <span>
          {t('save.saved')} <span className="num text-text">{formatTime(savedAt)}</span>{' '}
          <span className="max-sm:hidden">{t('save.anywhere')}</span>
        </span>
      )}
      {(kind === 'saving' || kind === 'unsaved') && t('save.saving')}
      {kind === 'offline' && t('save.offline')}
      {kind === 'partly' && t('save.partly')}
      {kind === 'conflict' && t('save.conflict')}
      {kind === 'failed' && problemText(status.problem)}
    </p>
  )
}
