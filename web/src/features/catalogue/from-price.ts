import { useTexts } from '@/i18n'
import { formatBaht } from '@/ui/amount'

/** Returns the price of a game's cheapest package, in words. */
export function useFromPrice(): (game: { fromSatang: number | null; vatExcluded?: boolean }) => string {
  const t = useTexts('home')
  return ({ fromSatang, vatExcluded }) => {
    if (fromSatang === null) return t('soldOutGame')
    return t(vatExcluded ? 'fromVat' : 'from', { price: formatBaht(fromSatang) })
  }
}
