import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useRef, useState } from 'react'
import { purchaseAskTaxInvoice, type Receipt } from '@/api/generated'
import { askTaxInvoiceLimits } from '@/api/limits.gen'
import { answerOf, problemOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/feedback'
import { TextField } from '@/ui/field'
import { useProblemText } from '@/ui/query-error'
import { toast } from '@/ui/toast'
import { isTaxId, plainTaxId } from './tax-id'

const FIELDS = ['name', 'taxId', 'branch', 'address'] as const
/** Head office; no branch has this number. */
export const HEAD_OFFICE = '00000'

type Field = (typeof FIELDS)[number]
type Values = Record<Field, string>

interface TaxInvoiceFormProps {
  receipt: Receipt
  /** Key of the cached receipt, which the answer replaces. */
  cacheKey: readonly unknown[]
  onDone: () => void
}

/** Asks for the recipient of the tax invoice. */
export function TaxInvoiceForm({ receipt, cacheKey, onDone }: TaxInvoiceFormProps) {
  const t = useTexts('orders')
  const common = useTexts('common')
  const problemText = useProblemText()
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState<Values>(() => {
    const { name = receipt.buyer, taxId = '', branch = '', address = '' } = receipt.taxInvoice ?? {}
    return { name, taxId, branch: branch === HEAD_OFFICE ? '' : branch, address }
  })
  const [wrong, setWrong] = useState<Partial<Values>>({})
  const saving = useMutation({
    mutationFn: ({ branch, ...body }: Values) =>
      answerOf(purchaseAskTaxInvoice({ body: { number: receipt.orderNumber, ...body, ...(branch && { branch }) } })),
    onSuccess: (issued) => {
      client.setQueryData(cacheKey, issued)
      void toast(t('tax.saved'), { tone: 'success' })
      onDone()
    },
    onError: (cause) => mark((problemOf(cause).body.fieldMessages as Partial<Values> | undefined) ?? {}),
  })
  /** Shows each error at its field and focuses the first. */
  const mark = (found: Partial<Values>) => {
    setWrong(found)
    const first = FIELDS.find((field) => found[field])
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
  }
  const submit = () => {
    const entered = {
      name: values.name.trim(),
      taxId: plainTaxId(values.taxId),
      branch: plainTaxId(values.branch),
      address: values.address.trim(),
    }
    const found: Partial<Values> = {
      ...(!entered.name && { name: t('tax.missing') }),
      ...(!isTaxId(entered.taxId) && { taxId: t(values.taxId.trim() ? 'tax.taxIdWrong' : 'tax.missing') }),
      ...(entered.branch && !/^\d{5}$/.test(entered.branch) && { branch: t('tax.branchWrong') }),
      ...(!entered.address && { address: t('tax.missing') }),
    }
    mark(found)
    if (Object.keys(found).length === 0) saving.mutate(entered)
  }
  const field = (name: Field): ComponentProps<typeof TextField> => ({
    name,
    label: t(`tax.${name}`),
    value: values[name],
    error: wrong[name] || undefined,
    onChange: (event) => {
      setValues((before) => ({ ...before, [name]: event.target.value }))
      setWrong((before) => ({ ...before, [name]: '' }))
    },
  })
  const problem = saving.error ? problemOf(saving.error) : undefined
  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!saving.isPending) submit()
      }}
    >
      <TextField {...field('name')} required autoComplete="name" maxLength={askTaxInvoiceLimits.name} />
      <TextField {...field('taxId')} required inputMode="numeric" autoComplete="off" maxLength={20} />
      <TextField {...field('branch')} hint={t('tax.branchHint')} inputMode="numeric" autoComplete="off" maxLength={5} />
      <TextField {...field('address')} required autoComplete="street-address" maxLength={askTaxInvoiceLimits.address} />
      {problem && !problem.body.fieldMessages && <Notice tone="error">{problemText(problem)}</Notice>}
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onDone}>{common('action.cancel')}</Button>
        <Button type="submit" look="primary" busy={saving.isPending}>
          {t('tax.save')}
        </Button>
      </div>
    </form>
  )
}
