import { Link } from '@tanstack/react-router'
import { serverNow } from '@/live'
import { useContent, useTexts } from '@/i18n'
import { useFromPrice } from '@/features/catalogue/from-price'
import { Amount, formatBaht } from '@/ui/amount'
import { useSecondsLeft } from '@/ui/countdown'
import { Cover } from '@/ui/cover'
import { useStock } from './live'
import type { ArticleBlock } from './queries'

const CARD = 'relative flex items-center gap-4 rounded-panel border border-line bg-panel p-3.5 hover:border-control sm:p-4'

/** A package inside a text: its price now, and one tap to choose it. */
export function ProductCard({ product }: { product: NonNullable<ArticleBlock['product']> }) {
  const t = useTexts('articles')
  const content = useContent()
  const sale = product.flashSale
  const remaining = useStock(sale) ?? 0
  const over = useSecondsLeft(sale ? Date.parse(sale.endsAt) : undefined, serverNow) === 0
  const onSale = sale !== null && remaining > 0 && !over
  const price = onSale ? sale.priceSatang : product.priceSatang
  const before = onSale ? product.priceSatang : product.listPriceSatang
  const { game } = product
  const soldOut = product.state !== 'ACTIVE'
  return (
    <div className={CARD}>
      <Cover
        hue={game.hue}
        motif={game.motif}
        glyph={game.glyph}
        card={game.kind === 'VOUCHER'}
        className="size-14 flex-none rounded-[10px]"
      />
      <div className="min-w-0 flex-1">
        <Link
          to="/games/$id"
          params={{ id: game.slug }}
          search={{ product: product.id }}
          className="line-clamp-2 leading-snug font-semibold after:absolute after:inset-0 hover:text-lime"
        >
          {content(product.name)}
        </Link>
        <p className="line-clamp-1 text-sm text-mute">
          <span lang="en">{content(game.name)}</span>
        </p>
        {soldOut ? (
          <p className="text-sm text-amber">{t('product.soldOut')}</p>
        ) : (
          onSale && <p className="num text-sm text-amber">{t('product.flash', { count: remaining })}</p>
        )}
      </div>
      {!soldOut && <Price satang={price} before={before} />}
    </div>
  )
}

/** A price, and the one before beside it if it was higher. */
export function Price({ satang, before }: { satang: number; before: number | null }) {
  const t = useTexts('articles')
  return (
    <p className="flex flex-none flex-col items-end leading-tight">
      <Amount satang={satang} className="text-lg" />
      {before !== null && before > satang && (
        <s className="num text-xs leading-normal text-mute">
          <span aria-hidden="true">฿{formatBaht(before)}</span>
          <span className="sr-only">{t('product.before', { amount: formatBaht(before) })}</span>
        </s>
      )}
    </p>
  )
}

/** A game inside a text, with its lowest price. Needs the texts of `home`. */
export function GameLink({ game }: { game: NonNullable<ArticleBlock['game']> }) {
  const content = useContent()
  const from = useFromPrice()
  return (
    <div className={CARD}>
      <Cover
        hue={game.hue}
        motif={game.motif}
        glyph={game.glyph}
        card={game.kind === 'VOUCHER'}
        className="size-14 flex-none rounded-[10px]"
      />
      <div className="min-w-0 flex-1">
        <Link
          to="/games/$id"
          params={{ id: game.slug }}
          className="line-clamp-2 leading-snug font-semibold after:absolute after:inset-0 hover:text-lime"
          lang="en"
        >
          {content(game.name)}
        </Link>
        <p className="text-sm text-mute">{from(game)}</p>
      </div>
    </div>
  )
}
