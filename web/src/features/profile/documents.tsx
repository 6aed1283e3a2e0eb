import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Eye, FileImage, Trash2, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { type UserDocument, type DocumentKind, profileDeleteDocument, profileUploadDocument } from '@/api/generated'
import { answerOf, ApiProblem } from '@/api/problem'
import { showAlert } from '@/ui/alert'
import { useLanguage, useTexts } from '@/i18n'
import { formatDateTime } from '@/i18n/format'
import { Button } from '@/ui/button'
import { Disclosure } from '@/ui/disclosure'
import { SelectField } from '@/ui/field'
import { useErrorText } from '@/ui/form'
import { toast } from '@/ui/toast'
import { DocumentDialog } from './document-dialog'
import { useUploadLimits } from './limits'
import { FileRefused, readyPicture } from './resize'

const KINDS = [
  'id_card',
  'student_card',
  'school_certificate',
  'parental_consent',
  'workplace_card',
  'other',
] as const satisfies readonly DocumentKind[]

/** A user's documents, with the people who viewed them. They are not part of the form: each is saved or deleted at once. */
export function Documents({ documents, disabled }: { documents: readonly UserDocument[]; disabled: boolean }) {
  const t = useTexts('profile')
  const [seen, setSeen] = useState<UserDocument>()
  return (
    <>
      <p className="text-mute">{t('documents.intro')}</p>
      {documents.length === 0 ? (
        <p className="rounded-control border border-dashed border-line px-4 py-6 text-center text-mute">{t('documents.empty')}</p>
      ) : (
        <ul className="flex flex-col gap-3">
          {documents.map((document) => (
            <Row key={document.id} document={document} disabled={disabled} onView={() => setSeen(document)} />
          ))}
        </ul>
      )}
      {!disabled && <Add />}
      <DocumentDialog document={seen} onClose={() => setSeen(undefined)} />
    </>
  )
}

interface RowProps {
  document: UserDocument
  disabled: boolean
  onView: () => void
}

function Row({ document, disabled, onView }: RowProps) {
  const t = useTexts('profile')
  const common = useTexts('common')
  const language = useLanguage()
  const queries = useQueryClient()
  const name = document.fileName
  const removing = useMutation({
    mutationFn: () => answerOf(profileDeleteDocument({ body: { id: document.id } })),
    onSuccess: () => void toast(t('documents.removed')),
    onError: (error) => void toast(error.message || common('error.network'), { tone: 'error' }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['profile'] }),
  })
  return (
    <li className="rounded-control border border-line bg-ground p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <FileImage className="size-6 flex-none text-mute" aria-hidden="true" />
        <div className="min-w-44 flex-1">
          <p className="num">{t(`documents.kinds.${document.kind}`)}</p>
          <p className="text-sm text-mute">
            {name} · {t('documents.uploaded', { at: formatDateTime(document.uploadedAt, language) })}
          </p>
        </div>
        <div className="flex gap-2">
          <Button size="sm" aria-label={t('documents.viewOf', { name })} onClick={onView}>
            <Eye className="size-4" aria-hidden="true" />
            {t('documents.view')}
          </Button>
          {!disabled && (
            <Button
              size="sm"
              look="ghost"
              busy={removing.isPending}
              aria-label={t('documents.removeOf', { name })}
              onClick={() =>
                showAlert({
                  title: t('documents.removeTitle'),
                  message: t('documents.removeText', { name }),
                  buttons: [
                    { name: common('action.cancel') },
                    { name: t('documents.remove'), look: 'danger', action: () => removing.mutate() },
                  ],
                })
              }
            >
              <Trash2 className="size-4" aria-hidden="true" />
              {t('documents.remove')}
            </Button>
          )}
        </div>
      </div>
      {document.views.length === 0 ? (
        <p className="mt-3 text-sm text-mute">{t('documents.neverSeen')}</p>
      ) : (
        <Disclosure
          className="mt-2"
          title={<span className="text-sm text-mute">{t('documents.views', { count: document.views.length })}</span>}
        >
          <ul
            aria-label={t('documents.views', { count: document.views.length })}
            // It has to be scrolled, by keyboard too.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            className="mt-1 flex max-h-72 flex-col gap-1 overflow-y-auto border-l-2 border-line pl-3 text-sm focus-visible:-outline-offset-2"
          >
            {document.views.map((view) => (
              <li key={`${view.at} ${view.viewer}`} className="flex flex-wrap justify-between gap-x-4">
                <span>{t(`documents.role.${view.role}`, { name: view.viewer })}</span>
                <span className="num text-mute">{formatDateTime(view.at, language)}</span>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </li>
  )
}

function Add() {
  const t = useTexts('profile')
  const common = useTexts('common')
  const queries = useQueryClient()
  const errorText = useErrorText()
  const input = useRef<HTMLInputElement>(null)
  const [kind, setKind] = useState<DocumentKind>(KINDS[0])
  const limits = useUploadLimits()
  const adding = useMutation({
    mutationFn: async (chosen: File) => {
      const file = await readyPicture(chosen, 'picture', limits)
      return answerOf(profileUploadDocument({ body: { kind, file_content: file, file_name: chosen.name } }))
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['profile'] })
      void toast(t('documents.added'), { tone: 'success' })
    },
  })
  const refused = adding.error
  const problem =
    refused instanceof FileRefused
      ? errorText({ type: refused.code })
      : refused instanceof ApiProblem
        ? refused.message || common('error.network')
        : refused && common('error.generic')
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          className="min-w-56 flex-1"
          label={t('documents.kind')}
          value={kind}
          onChange={(value) => setKind(value as DocumentKind)}
          placeholder={t('documents.kind')}
          options={KINDS.map((value) => ({ value, label: t(`documents.kinds.${value}`) }))}
        />
        <Button busy={adding.isPending} className="max-sm:w-full" onClick={() => input.current?.click()}>
          <Upload className="size-5" aria-hidden="true" />
          {t('documents.add')}
        </Button>
      </div>
      <p role={problem ? 'alert' : undefined} className={problem ? 'text-sm text-red' : 'text-sm text-mute'}>
        {problem || t('documents.hint', { megabytes: limits.picture })}
      </p>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png"
        aria-label={t('documents.add')}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const [chosen] = event.target.files ?? []
          event.target.value = ''
          if (chosen) adding.mutate(chosen)
        }}
      />
    </div>
  )
}
