import { useId } from 'react'
import { useTexts } from '@/i18n'
import { Check } from '@/ui/check'

/** Countries with a text of their own. */
const NAMED = ['TH', 'US'] as const

interface RegionTickProps {
  /** ISO 3166 code of the country that the account must belong to */
  region: string
  checked: boolean
  /** Shown once the buyer tried to continue without it. */
  missing: boolean
  onChange: (checked: boolean) => void
}

/** The buyer's confirmation that their account belongs to the country of the code. */
export function RegionTick({ region, checked, missing, onChange }: RegionTickProps) {
  const t = useTexts('common')
  const missingId = useId()
  const named = NAMED.find((known) => known === region)
  const error = missing && !checked
  return (
    <div className="flex flex-col gap-1">
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <Check
          name="region"
          checked={checked}
          aria-invalid={error}
          aria-describedby={error ? missingId : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{named ? t(`region.${named}`) : t('region.other', { country: region })}</span>
      </label>
      {error && (
        <p id={missingId} role="alert" className="text-sm text-red">
          {t('region.missing')}
        </p>
      )}
    </div>
  )
}
