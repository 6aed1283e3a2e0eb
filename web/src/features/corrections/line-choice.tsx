import { useState } from 'react'
import type { Order, OrderLine } from '@/api/generated'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { CorrectionDialog } from './dialog'
import { reasonOf } from './ways'

interface LineChoiceProps {
  order: Order
  line: OrderLine
}

/** The buyer’s choices for a line that was not delivered: asked for where delivery has failed, offered while it is under way. */
export function LineChoice({ order, line }: LineChoiceProps) {
  const t = useTexts('corrections')
  const [open, setOpen] = useState(false)
  const { status, failureCode } = line.delivery
  if (!line.correctable && !open) return null
  const failed = status === 'repair'
  return (
    <>
      {line.correctable &&
        (failed ? (
          <div className="flex flex-col items-start gap-3 rounded-control border border-amber/50 bg-amber-dim p-3.5">
            <div>
              <p className="font-semibold text-amber">{t(`reason.${reasonOf(failureCode)}`)}</p>
              <p className="text-sm">{t('ask')}</p>
            </div>
            <Button look="primary" className="max-sm:w-full" onClick={() => setOpen(true)}>
              {t('open')}
            </Button>
          </div>
        ) : (
          <Button look="ghost" size="sm" className="-mb-2 -ml-4 self-start text-mute underline" onClick={() => setOpen(true)}>
            {t(line.target === 'number' ? 'changeNumber' : 'change')}
          </Button>
        ))}
      {open && <CorrectionDialog order={order} line={line} onClose={() => setOpen(false)} />}
    </>
  )
}
