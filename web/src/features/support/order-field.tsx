import type { FieldValues } from 'react-hook-form'
import { usePurchases } from '@/features/orders/purchase-list'
import { useContent, useLanguage, useTexts } from '@/i18n'
import { formatDateTime } from '@/i18n/format'
import { FormSelect } from '@/ui/form'
import type { FieldOf } from '@/ui/form/fields'

const RECENT = 10

/** The member's recent orders, and the one that the address names. */
export function OrderField<In extends FieldValues>({ form, name, order }: Pick<FieldOf<In>, 'form' | 'name'> & { order: string }) {
  const t = useTexts('support')
  const content = useContent()
  const language = useLanguage()
  const { data } = usePurchases(1, RECENT)
  const recent = (data?.items ?? []).map(({ number, createdAt, lines: [first] }) => {
    const label = [number, first && content(first.name), formatDateTime(createdAt, language)].filter(Boolean).join(' · ')
    return { value: number, label }
  })
  const missing = order !== '' && recent.every(({ value }) => value !== order)
  return (
    <FormSelect
      form={form}
      name={name}
      label={t('form.order')}
      hint={t('form.orderHint')}
      placeholder={t('form.noOrder')}
      none={t('form.noOrder')}
      options={[...(missing ? [{ value: order, label: order }] : []), ...recent]}
    />
  )
}
