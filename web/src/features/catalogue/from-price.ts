import { useTexts } from '@/i18n'
import { formatBaht } from '@/ui/amount'
import type { Kind } from './queries'

/** Kinds that are not told by the game's name. */
const NAMED = ['DATA_PACKAGE', 'SUBSCRIPTION', 'CLOUD_GAME'] as const

/** Returns the price of a game's cheapest package, in words, with its kind where that is not a game's or a card's. */
export function useFromPrice(): (game: { fromSatang: number | null; vatExcluded?: boolean; kind?: Kind }) => string {
  const t = useTexts('home')
  return ({ fromSatang, vatExcluded, kind }) => {
    const price = fromSatang === null ? t('soldOutGame') : t(vatExcluded ? 'fromVat' : 'from', { price: formatBaht(fromSatang) })
    const named = NAMED.find((known) => known === kind)
    return named ? `${t(`kind.${named}`)} · ${price}` : price
  }
}
