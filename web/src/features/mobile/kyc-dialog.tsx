import { kycConfirmOtp, kycSendOtp } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { useTexts } from '@/i18n'
import { Dialog } from '@/ui/dialog'
import { toast } from '@/ui/toast'
import { CodeForm } from './code-form'

/** Lets a user confirm by a code that a number is theirs. */
export function KycDialog({ open, onClose, onDone }: { open: boolean; onClose: () => void; onDone: () => void }) {
  const t = useTexts('mobile')
  const me = useSession((session) => session.me)
  return (
    <Dialog open={open} onClose={onClose} title={t('kyc.title')}>
      <div className="flex flex-col gap-5 p-0.5">
        <p className="text-mute">{t('kyc.text')}</p>
        <CodeForm
          name={`kyc.${me?.id}`}
          focused
          send={(mobileNumber) => answerOf(kycSendOtp({ body: { mobileNumber } }))}
          confirm={(reference, code) => answerOf(kycConfirmOtp({ body: { reference, code } }))}
          onDone={() => {
            void toast(t('kyc.done'), { tone: 'success' })
            onDone()
          }}
        />
      </div>
    </Dialog>
  )
}
