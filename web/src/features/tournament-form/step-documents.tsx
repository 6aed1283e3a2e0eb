import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useController } from 'react-hook-form'
import type { DocumentKind, FormDocument } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { useLanguage, useTexts } from '@/i18n'
import { cx } from '@/ui/cx'
import { useFieldError } from '@/ui/form'
import { QueryError } from '@/ui/query-error'
import { documentsQuery } from './calls'
import { useWizard } from './context'
import { Heading, Part, Wrong } from './parts'

export function DocumentsStep() {
  const t = useTexts('tournamentForm')
  const { form } = useWizard()
  const documents = useQuery(documentsQuery(useLanguage()))
  const { field } = useController({ control: form.control, name: 'documents' })
  const error = useFieldError({ form, name: 'documents' })
  const toggle = (kind: DocumentKind) =>
    field.onChange(field.value.includes(kind) ? field.value.filter((chosen) => chosen !== kind) : [...field.value, kind])
  if (documents.isError) return <QueryError problem={problemOf(documents.error)} onRetry={() => void documents.refetch()} />
  return (
    <>
      <Heading aside={t('optional')}>{t('step.documents')}</Heading>
      <p className="-mt-4 text-mute">{t('documents.intro')}</p>
      <Part of={['documents']}>
        <div
          id="form-documents"
          tabIndex={-1}
          role="group"
          aria-label={t('field.documents')}
          className="grid gap-3 outline-none sm:grid-cols-2"
        >
          {documents.data === undefined && [1, 2, 3, 4].map((row) => <div key={row} className="skeleton h-28" aria-hidden="true" />)}
          {documents.data?.items.map((document) => (
            <Kind
              key={document.kind}
              document={document}
              checked={field.value.includes(document.kind)}
              onToggle={() => toggle(document.kind)}
            />
          ))}
        </div>
        <Wrong>{error}</Wrong>
        {documents.data && (
          <p className="text-sm text-mute">
            {t('documents.files', { endings: documents.data.accepted.join(' '), megabytes: documents.data.mostMb })}
          </p>
        )}
      </Part>
    </>
  )
}

function Kind({ document, checked, onToggle }: { document: FormDocument; checked: boolean; onToggle: () => void }) {
  const t = useTexts('tournamentForm')
  return (
    <label
      className={cx(
        'relative flex items-start gap-3 rounded-panel border p-4 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-lime',
        checked ? 'border-lime bg-lime-dim/50 ring-1 ring-lime ring-inset' : 'border-line bg-panel hover:border-control',
      )}
    >
      <input type="checkbox" checked={checked} onChange={onToggle} className="absolute inset-0 size-full cursor-[inherit] opacity-0" />
      <span className="min-w-0 flex-1">
        <span className="num block">{document.name}</span>
        <span className="block text-sm text-mute">{document.why}</span>
        <span className="mt-1 block text-xs text-mute">{t('documents.kept', { count: document.keptDays })}</span>
      </span>
      <span
        aria-hidden="true"
        className={cx(
          'grid size-5 flex-none place-items-center rounded border-2',
          checked ? 'border-lime bg-lime text-ink' : 'border-control',
        )}
      >
        {checked && <Check className="size-3.5" strokeWidth={3} />}
      </span>
    </label>
  )
}
