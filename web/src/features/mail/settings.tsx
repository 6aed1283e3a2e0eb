import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { accountChooseMail, type MailChoice, accountMailSettings } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { QueryError, useProblemText } from '@/ui/query-error'
import { useTexts } from '@/i18n'
import { Notice } from '@/ui/feedback'
import { SelectField } from '@/ui/field'
import { toast } from '@/ui/toast'

const mailQuery = { queryKey: ['mail'], queryFn: () => answerOf(accountMailSettings()) }

/** The user's mail topics and language; each choice is saved at once. */
export function MailSettings() {
  const t = useTexts('mail')
  const problemText = useProblemText()
  const queries = useQueryClient()
  const found = useQuery(mailQuery)
  const choosing = useMutation({
    // Requests run one after the other, in the order of the taps; without a network they fail at once.
    scope: { id: 'mail' },
    mutationFn: (choice: MailChoice) => answerOf(accountChooseMail({ body: choice })),
    onSuccess: (now) => {
      queries.setQueryData(mailQuery.queryKey, now)
      void toast(t('settings.saved'), { tone: 'success' })
    },
  })
  if (found.isError && !found.data) return <QueryError problem={problemOf(found.error)} onRetry={() => void found.refetch()} />
  if (!found.data) return <div className="skeleton h-48" aria-hidden="true" />
  const { address, ...kept } = found.data
  // The choice shows at once; a refusal undoes it.
  const choice = choosing.isPending ? choosing.variables : kept
  const choose = (next: Partial<MailChoice>) => choosing.mutate({ ...choice, ...next })
  return (
    <div className="flex flex-col gap-5">
      <p className="text-mute">{address ? t('settings.to', { address }) : t('settings.none')}</p>
      {choosing.error && <Notice tone="error">{problemText(problemOf(choosing.error))}</Notice>}
      <div className="flex flex-col divide-y divide-line">
        <Switch checked={choice.receipts} onChange={(receipts) => choose({ receipts })} label={t('settings.receipts')}>
          {t('settings.receiptsText')}
        </Switch>
        <Switch checked={choice.orders} onChange={(orders) => choose({ orders })} label={t('settings.orders')}>
          {t('settings.ordersText')}
        </Switch>
        <Switch checked={choice.support ?? true} onChange={(support) => choose({ support })} label={t('settings.support')}>
          {t('settings.supportText')}
        </Switch>
      </div>
      <p className="text-sm text-mute">{t('settings.always')}</p>
      <SelectField
        className="sm:max-w-xs"
        label={t('settings.language')}
        placeholder={t('settings.language')}
        value={choice.language}
        onChange={(language) => choose({ language: language === 'en' ? 'en' : 'th' })}
        options={[
          { value: 'th', label: 'ไทย' },
          { value: 'en', label: 'English' },
        ]}
      />
    </div>
  )
}

interface SwitchProps {
  checked: boolean
  onChange: (checked: boolean) => void
  label: string
  children: ReactNode
}

/** One switch; the whole line is the target. */
function Switch({ checked, onChange, label, children }: SwitchProps) {
  const id = useId()
  return (
    <label className="flex min-h-14 cursor-pointer items-start gap-4 py-3 first:pt-0">
      <span className="min-w-0 flex-1">
        <span className="block">{label}</span>
        <span id={id} className="block text-sm text-mute">
          {children}
        </span>
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        aria-label={label}
        aria-describedby={id}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="peer sr-only"
      />
      <span
        aria-hidden="true"
        className="mt-0.5 h-7 w-12 flex-none rounded-full bg-raise p-1 ring-1 ring-control transition-colors ring-inset peer-checked:bg-lime peer-checked:ring-lime peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-lime after:block after:size-5 after:rounded-full after:bg-mute after:transition-transform peer-checked:after:translate-x-5 peer-checked:after:bg-ink"
      />
    </label>
  )
}
