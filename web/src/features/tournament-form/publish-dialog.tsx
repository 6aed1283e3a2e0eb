import { useMutation } from '@tanstack/react-query'
import { Globe, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { tournamentUpdate, type TournamentFormState as FormState } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { useProblemText } from '@/ui/query-error'
import { useWizard } from './context'
import { formOf } from './values'

interface PublishProps {
  version: number
  onPublished: (state: FormState) => void
  onRefused: (error: unknown) => void
  onClose: () => void
}

/** Says what becomes public, and what cannot be changed after the first entry. */
export function PublishDialog({ version, onPublished, onRefused, onClose }: PublishProps) {
  const t = useTexts('tournamentForm')
  const problemText = useProblemText()
  const { form, saved } = useWizard()
  const me = useSession((session) => session.me?.displayName)
  const publishing = useMutation({
    mutationFn: () => answerOf(tournamentUpdate({ body: { ...formOf(form.getValues()), id: saved.id, version, draft: false } })),
    onSuccess: onPublished,
    onError: onRefused,
  })
  const { coPromoters, assistants } = form.getValues()
  const people = [me, ...[...coPromoters, ...assistants].map(({ displayName }) => displayName)].filter(Boolean).join(', ')
  return (
    <Dialog
      open
      width={600}
      onClose={onClose}
      title={t('publish.title')}
      actions={
        <>
          <Button onClick={onClose}>{t('publish.notYet')}</Button>
          <Button look="primary" busy={publishing.isPending} onClick={() => publishing.mutate()}>
            {t('publish.action')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Consequence icon={<Globe className="size-5 text-lime" aria-hidden="true" />} title={t('publish.public')}>
          {t('publish.publicText', { people })}
        </Consequence>
        <Consequence icon={<Lock className="size-5 text-amber" aria-hidden="true" />} title={t('publish.locks')}>
          {t('publish.locksText')}
        </Consequence>
        <p className="text-sm text-mute">{t('publish.after')}</p>
        {publishing.isError && (
          <p role="alert" className="text-red">
            {problemText(problemOf(publishing.error))}
          </p>
        )}
      </div>
    </Dialog>
  )
}

function Consequence({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className="flex gap-3 rounded-control bg-raise p-4">
      <span className="mt-0.5 flex-none">{icon}</span>
      <div className="min-w-0">
        <p className="num">{title}</p>
        <p className="text-sm text-mute">{children}</p>
      </div>
    </div>
  )
}
