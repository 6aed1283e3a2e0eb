import { useNavigate } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Notice } from '@/api/generated'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Missing } from './missing'

interface RightsDialogProps {
  lacking: readonly Notice[]
  fields: readonly string[]
  onEnd: () => void
  onConfirm: () => void
}

/** A promoter's rights and duties; then either the personal information is completed, or the terms follow. Missing items come first. */
export function RightsDialog({ lacking, fields, onEnd, onConfirm }: RightsDialogProps) {
  const t = useTexts('promoters')
  const navigate = useNavigate()
  return (
    <Dialog
      open
      width={700}
      onClose={onEnd}
      title={t('rights.title')}
      actions={
        <>
          <Button onClick={() => void navigate({ to: '/account/profile' })}>{t('rights.edit')}</Button>
          <Button look="primary" disabled={lacking.length > 0} onClick={onConfirm}>
            {t('rights.confirm')}
          </Button>
        </>
      }
    >
      {/* On a phone it scrolls, by keyboard too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section tabIndex={0} aria-label={t('rights.title')} className="flex flex-col gap-5 focus-visible:-outline-offset-2">
        <Points heading={t('rights.may')} points={t('rights.mayList', { returnObjects: true })} />
        <Points heading={t('rights.must')} points={t('rights.mustList', { returnObjects: true })} />
        {lacking.length > 0 ? <Missing notices={lacking} fields={fields} /> : <p className="text-sm text-mute">{t('rights.check')}</p>}
      </section>
    </Dialog>
  )
}

function Points({ heading, points }: { heading: ReactNode; points: readonly string[] }) {
  return (
    <div className="flex flex-col gap-2">
      <h3 className="text-base">{heading}</h3>
      <ul className="flex flex-col gap-1.5 text-mute">
        {points.map((point) => (
          <li key={point} className="flex gap-2.5">
            <Check className="mt-1 size-4.5 flex-none text-lime" aria-hidden="true" />
            {point}
          </li>
        ))}
      </ul>
    </div>
  )
}
