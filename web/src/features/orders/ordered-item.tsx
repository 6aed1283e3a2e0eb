import { PackageTerms } from '@/features/catalogue/package-terms'
import { useContent, useTexts } from '@/i18n'
import { Amount, formatBaht } from '@/ui/amount'
import { Cover } from '@/ui/cover'
import type { Item } from './items'
import { useTarget } from './labels'

/** An item with its recipient: name, ID and server, as the game has them. */
export function OrderedItem({ item }: { item: Item }) {
  const t = useTexts('orders')
  const content = useContent()
  const target = useTarget()
  return (
    <li className="flex items-start gap-3.5 p-4">
      <Cover hue={item.hue} motif={item.motif} glyph={item.glyph} card={item.card} className="size-12 flex-none rounded-[10px]" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">
          {content(item.name)}
          {item.quantity > 1 && ` ×\u00A0${item.quantity}`}
        </p>
        <p className="text-sm text-mute" lang="en">
          {content(item.gameName)}
        </p>
        <p className="text-sm">
          {item.playerId ? t('target.to', { target: target(item.byNumber ? { ...item, target: 'number' } : item) }) : t('process.codes')}
        </p>
        {item.seller && <p className="text-sm text-mute">{t('seller', { name: item.seller })}</p>}
        {item.byNumber && <PackageTerms productId={item.productId} />}
        <PriceChange item={item} />
      </div>
      <Amount satang={item.totalSatang} decimals="exact" />
    </li>
  )
}

/** The price of a piece when it was put in the cart, and now. */
export function PriceChange({ item: { oldPriceSatang, unitPriceSatang } }: { item: Item }) {
  const t = useTexts('orders')
  if (oldPriceSatang === undefined) return null
  return (
    <span className="block text-sm text-amber">
      {t('process.pieceChanged', { old: formatBaht(oldPriceSatang, 'exact'), next: formatBaht(unitPriceSatang, 'exact') })}
    </span>
  )
}
