import { useMutation } from '@tanstack/react-query'
import type { ConsoleEntry, Factors } from '@/api/generated'
import { useTexts } from '@/i18n'
import { showAlert } from '@/ui/alert'
import { toast } from '@/ui/toast'
import { withFreshFactor } from '../entry/fresh-factor'

export interface ChangeProps {
  factors: Factors
  /** Takes over the answer to a change. */
  onChange: (entry: ConsoleEntry) => void
}

interface Question {
  title: string
  /** The consequence of the change */
  message: string
  /** Name of the button that makes the change */
  action: string
  /** Shown after the change; where its result speaks for itself, nothing is */
  done?: string
  call: () => Promise<ConsoleEntry>
}

/** Asks before a factor is changed, then changes it. */
export function useChange(onChange: ChangeProps['onChange']) {
  const common = useTexts('common')
  const { mutate, ...change } = useMutation({
    mutationFn: ({ call }: Question) => withFreshFactor(call),
    onSuccess: (entry, { done }) => {
      onChange(entry)
      if (done) void toast(done, { tone: 'success' })
    },
  })
  const ask = (question: Question) =>
    showAlert({
      title: question.title,
      message: question.message,
      buttons: [{ name: common('action.cancel') }, { name: question.action, look: 'danger', action: () => mutate(question) }],
    })
  return { ...change, ask }
}

/** Whether there is one factor to come in by, which must stay. */
export const isLast = ({ totp, passkeys }: Factors) => passkeys.length + Number(totp) < 2
