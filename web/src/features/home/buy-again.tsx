import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useFromPrice } from '@/features/catalogue/from-price'
import type { ShelfGame } from '@/features/catalogue/queries'
import { useRecentPurchases } from '@/features/orders/recent-purchases'
import { useContent, useTexts } from '@/i18n'
import { Cover } from '@/ui/cover'
import { part } from '@/ui/load'

/** Only earlier buyers need it. */
const AgainList = part(() => import('./again-list'))

export function BuyAgain({ shelves }: { shelves: ReadonlyArray<{ games: readonly ShelfGame[] }> }) {
  const t = useTexts('home')
  const items = useRecentPurchases()
  const games = shelves[0]?.games.slice(0, 3) ?? []
  const first = <FirstList games={games} />
  const again = items.length > 0
  // A shop without games: the part below says so.
  if (!again && games.length === 0) return null
  return (
    <section className="flex flex-col gap-4 rounded-panel border border-line bg-panel p-5">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-xl">{again ? t('again') : t('forYou')}</h2>
        {again && <span className="text-sm text-mute">{t('twoTaps')}</span>}
      </div>
      {again ? (
        <Suspense fallback={first}>
          <AgainList items={items.slice(0, 3)} games={shelves.flatMap(({ games }) => games)} />
        </Suspense>
      ) : (
        first
      )}
    </section>
  )
}

function FirstList({ games }: { games: readonly ShelfGame[] }) {
  const t = useTexts('home')
  const content = useContent()
  const from = useFromPrice()
  return (
    <>
      <p className="text-sm text-mute">{t('forYouText')}</p>
      <ul className="-mx-2 flex flex-1 flex-col justify-around">
        {games.map((game) => (
          <li key={game.id} className="relative flex items-center gap-3.5 rounded-control px-2 py-1.5 hover:bg-raise">
            <Cover
              hue={game.hue}
              motif={game.motif}
              glyph={game.glyph}
              card={game.kind === 'VOUCHER'}
              className="size-14 flex-none rounded-[10px]"
            />
            <div className="min-w-0 flex-1">
              <Link to="/games/$id" params={{ id: game.slug }} className="font-semibold after:absolute after:inset-0" lang="en">
                {content(game.name)}
              </Link>
              <p className="text-sm text-mute">{from(game)}</p>
            </div>
            <span aria-hidden="true" className="num flex-none text-sm text-lime">
              {t('topUp')} →
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
