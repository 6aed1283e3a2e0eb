import type { RefundableOrder } from '@/api/generated'
import { useContent, useTexts } from '@/i18n'
import { formatBaht } from '@/ui/amount'
import { SelectField } from '@/ui/field'

interface LineFieldProps {
  lines: RefundableOrder['lines']
  chosen: number | undefined
  onChoose: (lineId: number | undefined) => void
}

/** The line that a refund is for; without one it is for the order. */
export function LineField({ lines, chosen, onChoose }: LineFieldProps) {
  const t = useTexts('operator')
  const content = useContent()
  return (
    <SelectField
      label={t('line.label')}
      value={chosen === undefined ? '' : String(chosen)}
      onChange={(value) => onChoose(value === '' ? undefined : Number(value))}
      placeholder={t('line.all')}
      none={t('line.all')}
      options={lines.map(({ id, name, totalSatang }) => ({
        value: String(id),
        label: `${content(name)} · ${formatBaht(totalSatang, 'exact')}`,
      }))}
    />
  )
}
