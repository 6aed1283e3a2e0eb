import { useState } from 'react'
import type { RefundWay } from '@/api/generated'
import { useTexts } from '@/i18n'
import { formatBaht } from '@/ui/amount'
import { ChoiceCard } from '@/ui/choice'
import { TextField } from '@/ui/field'
import { parseBaht } from '@/ui/parse-baht'

/** Returns the amount in the field, if it can be refunded. */
function refundable(typed: string, most: number): number | undefined {
  const satang = parseBaht(typed)
  return satang !== undefined && satang > 0 && satang <= most ? satang : undefined
}

/** An amount up to `most`: all of it, until something else is typed. */
export function useAmount(most: number) {
  const [typed, setTyped] = useState<string>()
  const [tried, setTried] = useState(false)
  const shown = typed ?? formatBaht(most, 'exact')
  const satang = refundable(shown, most)
  return {
    typed: shown,
    /** Undefined: all of it again. */
    type: setTyped,
    /** Undefined while what is typed cannot be refunded. */
    satang,
    wrong: satang === undefined && (tried || typed !== undefined),
    /** Returns whether the amount is good; otherwise the field says what is wrong. */
    check: () => {
      setTried(true)
      return satang !== undefined
    },
  }
}

interface AmountFieldProps {
  amount: ReturnType<typeof useAmount>
  most: number
}

export function AmountField({ amount, most }: AmountFieldProps) {
  const t = useTexts('operator')
  const all = formatBaht(most, 'exact')
  return (
    <TextField
      label={t('amount.label')}
      hint={t('amount.hint', { most: all })}
      error={amount.wrong && t('amount.wrong', { most: all })}
      inputMode="decimal"
      autoComplete="off"
      maxLength={16}
      value={amount.typed}
      onChange={(event) => amount.type(event.target.value)}
    />
  )
}

interface WayFieldProps {
  ways: readonly RefundWay[]
  way: RefundWay
  onChoose: (way: RefundWay) => void
}

/** The way that money goes back; one that the channel does not offer stays in its place with the reason. */
export function WayField({ ways, way, onChoose }: WayFieldProps) {
  const t = useTexts('operator')
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="num mb-1.5">{t('way.label')}</legend>
      {(['channel', 'outside'] as const).map((each) => (
        <ChoiceCard
          key={each}
          ring
          name="way"
          value={each}
          checked={way === each}
          disabled={!ways.includes(each)}
          onChange={() => onChoose(each)}
          className="py-3"
        >
          <span className="block font-semibold">{t(`way.${each}`)}</span>
          <span className="block text-sm text-mute">{t(each === 'channel' && !ways.includes(each) ? 'way.none' : `way.${each}Help`)}</span>
        </ChoiceCard>
      ))}
    </fieldset>
  )
}
