import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Camera, Upload } from 'lucide-react'
import { useRef } from 'react'
import { type DocumentKind, type PlayerDocument, profileUploadDocument, type UserDocument } from '@/api/generated'
import { ApiProblem, answerOf } from '@/api/problem'
import { useUploadLimits } from '@/features/profile/limits'
import { profileQuery } from '@/features/profile/queries'
import { FileRefused, readyPicture } from '@/features/profile/resize'
import { useLanguage, useTexts } from '@/i18n'
import { formatDate } from '@/i18n/format'
import { Button } from '@/ui/button'
import { ChoiceCard } from '@/ui/choice'
import { useErrorText } from '@/ui/form'
import { Tag } from '@/ui/tag'
import { useKindName } from './lack-labels'
import { documentKindsQuery } from './queries'

interface GiveProps {
  kinds: readonly DocumentKind[]
  given: Readonly<Partial<Record<DocumentKind, string>>>
  onGive: (kind: DocumentKind, documentId: string) => void
  /** The promoter's verdicts on the documents handed in. */
  checked?: readonly PlayerDocument[] | undefined
  keptUntil: string
}

/** The user's own documents for a tournament: an earlier one, or a new picture. */
export function Give({ kinds, given, onGive, checked = [], keptUntil }: GiveProps) {
  const language = useLanguage()
  const { data: profile } = useQuery(profileQuery(language))
  if (!profile) return <div className="skeleton h-56" />
  return (
    <div className="flex flex-col gap-4">
      {kinds.map((kind) => (
        <Kind
          key={kind}
          kind={kind}
          documents={profile.documents.filter((document) => document.kind === kind)}
          given={given[kind]}
          found={checked.find((document) => document.kind === kind)}
          onGive={(documentId) => onGive(kind, documentId)}
        />
      ))}
      <WhoSees keptUntil={keptUntil} />
    </div>
  )
}

interface KindProps {
  kind: DocumentKind
  documents: readonly UserDocument[]
  given: string | undefined
  found: PlayerDocument | undefined
  onGive: (documentId: string) => void
}

function Kind({ kind, documents, given, found, onGive }: KindProps) {
  const t = useTexts('registration')
  const language = useLanguage()
  const { data: known } = useQuery(documentKindsQuery(language))
  const about = known?.items.find((item) => item.kind === kind)
  const name = useKindName()(kind)
  const invalid = found?.checked === 'invalid' && found.documentId === given
  return (
    <section
      aria-labelledby={`kind-${kind}`}
      className="flex flex-col gap-3 rounded-panel border border-line bg-panel p-4"
      id={`give-${kind}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={`kind-${kind}`} className="text-lg">
          {about?.name ?? name}
        </h3>
        {invalid ? (
          <Tag tone="red">{t('give.invalid')}</Tag>
        ) : found?.checked === 'valid' && found.documentId === given ? (
          <Tag tone="lime">{t('give.valid')}</Tag>
        ) : (
          !given && <Tag tone="amber">{t('give.missing')}</Tag>
        )}
      </div>
      {about?.why && <p className="text-sm text-mute">{about.why}</p>}
      {documents.length > 0 && (
        <div role="radiogroup" aria-labelledby={`kind-${kind}`} className="grid gap-2 sm:grid-cols-2">
          {documents.map((document) => (
            <ChoiceCard
              key={document.id}
              name={`document-${kind}`}
              value={document.id}
              checked={document.id === given}
              onChange={onGive}
              ring
            >
              <span className="block break-words">{document.fileName}</span>
              <span className="block text-sm text-mute">{t('give.uploaded', { date: formatDate(document.uploadedAt, language) })}</span>
            </ChoiceCard>
          ))}
        </div>
      )}
      <NewPicture kind={kind} name={name} onGive={onGive} />
    </section>
  )
}

function NewPicture({ kind, name, onGive }: { kind: DocumentKind; name: string; onGive: (documentId: string) => void }) {
  const t = useTexts('registration')
  const limits = useUploadLimits()
  const camera = useRef<HTMLInputElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const queries = useQueryClient()
  const adding = useMutation({
    mutationFn: async (chosen: File) => {
      const ready = await readyPicture(chosen, 'picture', limits)
      return answerOf(profileUploadDocument({ body: { kind, file_content: ready, file_name: chosen.name } }))
    },
    onSuccess: async (document) => {
      await queries.invalidateQueries({ queryKey: ['profile'] })
      onGive(document.id)
    },
  })
  const problem = useUploadProblem(adding.error)
  const input = (source: 'camera' | 'file') => (
    <input
      ref={source === 'camera' ? camera : file}
      type="file"
      accept="image/jpeg,image/png"
      {...(source === 'camera' && { capture: 'environment' as const })}
      aria-label={t(`give.${source}Of`, { name })}
      tabIndex={-1}
      className="sr-only"
      onChange={(event) => {
        const [chosen] = event.target.files ?? []
        event.target.value = ''
        if (chosen) adding.mutate(chosen)
      }}
    />
  )
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        {/* The camera is offered on handheld devices. */}
        <Button size="sm" className="flex-1 pointer-fine:hidden" busy={adding.isPending} onClick={() => camera.current?.click()}>
          <Camera className="size-4" aria-hidden="true" />
          {t('give.camera')}
        </Button>
        <Button size="sm" className="flex-1 sm:flex-none" busy={adding.isPending} onClick={() => file.current?.click()}>
          <Upload className="size-4" aria-hidden="true" />
          {t('give.file')}
        </Button>
      </div>
      {input('camera')}
      {input('file')}
      <p role={problem ? 'alert' : undefined} className={problem ? 'text-sm text-red' : 'text-sm text-mute'}>
        {problem || t('give.hint', { megabytes: limits.picture })}
      </p>
    </div>
  )
}

function useUploadProblem(refused: Error | null): string | undefined {
  const common = useTexts('common')
  const errorText = useErrorText()
  if (!refused) return undefined
  if (refused instanceof FileRefused) return errorText({ type: refused.code })
  return refused instanceof ApiProblem ? refused.message || common('error.network') : common('error.generic')
}

/** The readers of the documents, and until when they have access. */
function WhoSees({ keptUntil }: { keptUntil: string }) {
  const t = useTexts('registration')
  const language = useLanguage()
  return (
    <ul className="list-disc pl-5 text-sm text-mute">
      <li>{t('give.who')}</li>
      <li>{t('give.until', { date: formatDate(keptUntil, language) })}</li>
      <li>{t('give.logged')}</li>
    </ul>
  )
}
