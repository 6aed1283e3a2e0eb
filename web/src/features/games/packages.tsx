import type { StockLive } from '@/api/generated'
import type { Game, Product } from '@/features/catalogue/queries'
import { useContent, useTexts } from '@/i18n'
import { useTopic } from '@/live'
import { Amount, formatBaht, percentOff } from '@/ui/amount'
import { ChoiceCard } from '@/ui/choice'
import { cx } from '@/ui/cx'
import { Tag } from '@/ui/tag'
import { withoutBonus } from './bonus'
import { PackagePicture } from './package-picture'
import { StockAlert } from './stock-alert'

interface PackagesProps {
  game: Game
  products: readonly Product[]
  chosen: number | undefined
  /** Whether the user tried to continue without one. */
  missing: boolean
  onChoose: (product: number) => void
  onStale: () => void
  onCount: (stock: StockLive) => void
}

/** Fewest unit prices that are worth comparing. */
const COMPARABLE = 3

/** The packages of a game, two in a row on a phone; the price has the same place on every card. */
export function Packages({ game, products, chosen, missing, onChoose, onStale, onCount }: PackagesProps) {
  const comparable = products.filter(({ units }) => units !== null).length >= COMPARABLE
  return (
    <div
      className={cx('grid gap-2.5 min-[340px]:grid-cols-2 sm:gap-3 md:grid-cols-3', missing && '-m-2 rounded-panel p-2 ring-2 ring-red')}
    >
      {products.map((product) => (
        <PackageCard
          key={product.id}
          game={game}
          product={product}
          level={levelOf(product, products)}
          comparable={comparable}
          checked={product.id === chosen}
          onChoose={() => onChoose(product.id)}
          onStale={onStale}
          onCount={onCount}
        />
      ))}
    </div>
  )
}

/** Returns the package's rank by amount, from 1 to 4: the number of pieces drawn. */
function levelOf({ units }: Product, products: readonly Product[]): number {
  const all = products.flatMap((other) => other.units ?? []).toSorted((one, other) => one - other)
  return units === null || all.length < 2 ? 1 : 1 + Math.round((all.indexOf(units) / (all.length - 1)) * 3)
}

interface PackageCardProps {
  game: Game
  product: Product
  level: number
  comparable: boolean
  checked: boolean
  onChoose: () => void
  onStale: () => void
  onCount: (stock: StockLive) => void
}

function PackageCard({ game, product, level, comparable, checked, onChoose, onStale, onCount }: PackageCardProps) {
  const t = useTexts('games')
  const content = useContent()
  const sale = product.flashSale
  useTopic(sale?.live, { 'stock.changed': onCount }, { onReload: onStale })
  const left = sale?.remaining ?? 0
  const onSale = sale !== null && left > 0
  const soldOut = product.state !== 'ACTIVE'
  const price = onSale ? sale.priceSatang : product.priceSatang
  const before = onSale ? product.priceSatang : product.listPriceSatang
  const off = percentOff(before, price)
  const { name, extra } = withoutBonus(content(product.name))
  const few = product.remaining !== null && product.remaining <= 20 ? product.remaining : undefined
  const head = (
    <span className="flex items-start gap-2.5">
      <PackagePicture game={game} product={product} level={level} />
      <span className="min-w-0 flex-1">
        <span className="block leading-snug font-semibold text-balance">{name}</span>
        {soldOut ? (
          <span className="block text-sm text-amber">{t('game.soldOut')}</span>
        ) : (
          extra && <span className="num block text-sm text-lime">{t('game.extra', { count: extra })}</span>
        )}
      </span>
    </span>
  )
  if (soldOut) {
    return (
      <div className="flex min-h-[116px] flex-col justify-between gap-1.5 rounded-panel border border-line bg-panel p-3 text-mute sm:p-3.5">
        {head}
        <StockAlert product={product} />
      </div>
    )
  }
  return (
    <ChoiceCard
      name="package"
      value={String(product.id)}
      checked={checked}
      onChange={onChoose}
      className="min-h-[116px] items-stretch! p-3! sm:p-3.5!"
    >
      <span className="flex h-full flex-col gap-1.5">
        {head}
        <span className="flex flex-wrap gap-1.5 empty:hidden">
          {product.bestValue && <Tag tone="lime">{t('game.bestValue')}</Tag>}
          {onSale && <Tag tone="amber">{t('game.flashLeft', { count: left })}</Tag>}
          {/* It may be long, and a narrow card has two lines for it. */}
          {product.bonus && (
            <span className={cx('text-xs', game.target === 'NUMBER' ? 'text-mute' : 'num rounded bg-lime-dim px-2 py-0.5 text-lime')}>
              {content(product.bonus)}
            </span>
          )}
          {few !== undefined && <Tag>{t('game.remaining', { count: few })}</Tag>}
          {product.vatExcluded && <Tag>{t('game.vatExcluded')}</Tag>}
        </span>
        <span className="mt-auto flex flex-wrap items-baseline gap-x-2">
          <Amount satang={price} className="text-lg" />
          {before !== null && before > price && (
            <>
              <s className="num text-xs text-mute">฿{formatBaht(before)}</s>
              <span className="num text-xs text-amber">
                <span aria-hidden="true">{`\u2212${off}%`}</span>
                <span className="sr-only">{t('game.off', { percent: off })}</span>
              </span>
            </>
          )}
          {comparable && product.units !== null && (
            <span className="num ml-auto text-xs whitespace-nowrap text-mute">
              {t('game.perUnit', { price: (price / product.units / 100).toFixed(2) })}
            </span>
          )}
        </span>
      </span>
    </ChoiceCard>
  )
}
