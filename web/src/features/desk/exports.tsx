import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { exportExportMatch, exportExportPlayer, type Tournament } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/feedback'
import { ProgressBar } from '@/ui/progress-bar'
import { useProblemText } from '@/ui/query-error'
import { nameOf, type Progress, readAll, saveFile } from './download'

/** Lists to download, with their progress. */
export function Exports({ tournament }: { tournament: Tournament }) {
  const t = useTexts('desk')
  return (
    <div className="flex max-w-2xl flex-col gap-4">
      <p className="text-mute">{t('export.text')}</p>
      <Export tournament={tournament} what="players" />
      <Export tournament={tournament} what="matches" />
    </div>
  )
}

type FileKind = 'csv' | 'xlsx'

function Export({ tournament, what }: { tournament: Tournament; what: 'players' | 'matches' }) {
  const t = useTexts('desk')
  const common = useTexts('common')
  const problemText = useProblemText()
  const [progress, setProgress] = useState<Progress>()
  const [stopped, setStopped] = useState(false)
  const stopping = useRef<AbortController>(undefined)
  const taking = useMutation({
    mutationFn: async (kind: FileKind) => {
      const control = new AbortController()
      stopping.current = control
      setStopped(false)
      setProgress({ bytes: 0 })
      const call = (what === 'players' ? exportExportPlayer : exportExportMatch)({
        path: { tournamentId: tournament.id, bracketFormat: tournament.format },
        query: { as: kind },
        parseAs: 'stream',
        signal: control.signal,
      })
      const blob = await readAll(call, setProgress)
      const { response } = await call
      saveFile(blob, nameOf(response, `${what}-${tournament.id}.${kind}`))
    },
    onSettled: () => setProgress(undefined),
  })
  const stop = () => {
    setStopped(true)
    stopping.current?.abort()
  }
  return (
    <section aria-labelledby={`export-${what}`} className="flex flex-col gap-3 rounded-panel border border-line bg-panel p-5">
      <h2 id={`export-${what}`} className="text-lg">
        {t(`export.${what}`)}
      </h2>
      <p className="text-mute">{t(`export.${what}Text`)}</p>
      {taking.isPending && progress ? (
        <Coming progress={progress} onStop={stop} stop={common('action.cancel')} />
      ) : (
        <div className="flex flex-wrap gap-3">
          {(['csv', 'xlsx'] as const).map((kind) => (
            <Button
              key={kind}
              onClick={() => taking.mutate(kind)}
              aria-label={t('export.as', { what: t(`export.${what}`), kind: t(`export.${kind}`) })}
            >
              <Download className="size-5" aria-hidden="true" />
              {t(`export.${kind}`)}
            </Button>
          ))}
        </div>
      )}
      {taking.isSuccess && (
        <p role="status" className="text-sm text-mute">
          {t('export.done')}
        </p>
      )}
      {taking.error &&
        (stopped ? (
          <p role="status" className="text-sm text-mute">
            {t('export.stopped')}
          </p>
        ) : (
          <Notice tone="error">{problemText(problemOf(taking.error))}</Notice>
        ))}
    </section>
  )
}

const KB = 1024

function Coming({ progress: { bytes, rows, of }, onStop, stop }: { progress: Progress; onStop: () => void; stop: string }) {
  const t = useTexts('desk')
  const size = bytes < KB * KB ? `${Math.round(bytes / KB)} KB` : `${(bytes / KB / KB).toFixed(1)} MB`
  const text = rows !== undefined && of !== undefined ? t('export.rows', { rows, of, size }) : t('export.bytes', { size })
  return (
    <div className="flex flex-wrap items-center gap-3">
      <div className="min-w-40 flex-1">
        <ProgressBar value={rows ?? 0} of={rows === undefined ? undefined : of} label={t('export.progress')} />
      </div>
      <span className="num text-sm">{text}</span>
      <Button size="sm" onClick={onStop}>
        {stop}
      </Button>
    </div>
  )
}
