import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { StockLive } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { ConnectionMark } from '@/live/connection-mark'
import { useHead } from '@/ui/head'
import { QueryError } from '@/ui/query-error'
import { useEnds } from '@/features/catalogue/ends'
import { type Game, gameQuery, type Product, useReload } from '@/features/catalogue/queries'
import HeartButton from '@/features/favorites/heart'
import { useContent, useTexts } from '@/i18n'
import { useTopic } from '@/live'
import { Amount, formatBaht } from '@/ui/amount'
import { buttonClass } from '@/ui/button'
import { ChoiceCard } from '@/ui/choice'
import { Cover } from '@/ui/cover'
import { EmptyState } from '@/ui/feedback'
import { Tag } from '@/ui/tag'
import { GamePageSkeleton } from './skeleton'
import { PlayerFields } from './player-fields'
import { readPlayerId, usePlayer } from './player'
import { showStock } from './show-stock'
import { Summary } from './summary'

const Channels = lazy(async () => ({ default: (await import('./channels')).Channels }))

export function GamePage() {
  const t = useTexts('games')
  const { id } = useParams({ from: '/games/$id' })
  const { data, error, refetch } = useQuery(gameQuery(id))
  const reload = useReload(gameQuery(id))
  if (error && !data) return <QueryError page problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!data) return <GamePageSkeleton />
  if (!data.game) {
    return (
      <EmptyState
        action={
          <Link to="/games" className={buttonClass('primary')}>
            {t('showAll')}
          </Link>
        }
      >
        {t('game.notFound')}
      </EmptyState>
    )
  }
  return (
    <Picker
      key={data.game.id}
      game={data.game}
      onStale={reload}
      onCount={(stock) => showStock(id, stock)}
      onSaleEnd={() => void refetch()}
    />
  )
}

const buyable = (product: Product | undefined): product is Product => product?.state === 'ACTIVE'

interface PickerProps {
  game: Game
  onStale: () => void
  /** What is left of a flash sale. */
  onCount: (stock: StockLive) => void
  onSaleEnd: () => void
}

function Picker({ game, onStale, onCount, onSaleEnd }: PickerProps) {
  const t = useTexts('games')
  const content = useContent()
  const navigate = useNavigate()
  const search = useSearch({ from: '/games/$id' })
  const [typed, setTyped] = useState(search.player ?? '')
  const [server, setServer] = useState(search.server ?? '')
  const [quantity, setQuantity] = useState(1)
  const [tried, setTried] = useState(false)
  const [channel, setChannel] = useState<string>()
  const status = useSession((session) => session.status)
  const rule = game.playerId && { pattern: game.playerId.pattern, needsServer: game.needsServer }
  const playerId = rule ? readPlayerId(typed, rule).playerId : ''
  const player = usePlayer(game, playerId, server)
  const [over, setOver] = useState(0)
  const products = game.products.map((product) => ended(product, over))
  const chosen = products.find((product) => product.id === search.product)
  const playerReady = game.playerId === null || player.data !== undefined
  const name = content(game.name)
  useHead({ as: game.playerId ? 'player' : 'card', name, description: content(game.blurb) })
  return (
    <div className="grid items-start gap-8 md:grid-cols-[1fr_360px] md:gap-10">
      <SaleEnds
        products={game.products}
        onEnd={(now) => {
          setOver(now)
          onSaleEnd()
        }}
      />
      <div className="flex flex-col gap-8">
        <header className="flex items-center gap-4">
          <Cover hue={game.hue} motif={game.motif} className="size-[92px] flex-none rounded-panel" />
          <div className="min-w-0 flex-1">
            <h1 className="text-2xl md:text-3xl" lang="en">
              {name}
            </h1>
            <p className="text-sm text-mute">
              {t('game.by', { publisher: game.publisher })}
              {game.typicalSeconds !== null && ` · ${t('game.typical', { seconds: game.typicalSeconds })}`}
            </p>
          </div>
          <HeartButton game={game} className="flex-none self-start ring-1 ring-line ring-inset" />
        </header>
        <p className="-mt-4 text-mute">{content(game.blurb)}</p>
        {game.playerId && (
          <PlayerFields
            game={game}
            rule={game.playerId}
            player={player}
            typed={typed}
            playerId={playerId}
            server={server}
            tried={tried}
            onPlayerId={setTyped}
            onServer={setServer}
          />
        )}
        <fieldset className="flex flex-col gap-3">
          <legend className="num mb-3 text-lg">
            {game.playerId ? '2 ' : '1 '}
            {t('game.step2')}
          </legend>
          {/* What is left of a flash sale is counted while one looks. */}
          {products.some(({ flashSale }) => flashSale !== null) && <ConnectionMark />}
          <div className="grid gap-3 xs:grid-cols-2 md:grid-cols-3">
            {products.map((product) => (
              <PackageCard
                key={product.id}
                product={product}
                checked={product.id === chosen?.id}
                onChoose={() => {
                  setQuantity(1)
                  void navigate({ to: '.', search: (before) => ({ ...before, product: product.id }), replace: true, resetScroll: false })
                }}
                onStale={onStale}
                onCount={onCount}
              />
            ))}
          </div>
        </fieldset>
        <fieldset className="flex flex-col gap-3">
          <legend className="num mb-3 text-lg">
            {game.playerId ? '3 ' : '2 '}
            {t('game.step3')}
          </legend>
          {status === 'member' && buyable(chosen) && playerReady ? (
            <Suspense fallback={<div className="skeleton h-16" />}>
              <Channels
                direct={{ productId: chosen.id, quantity, ...(playerId && { playerId }), ...(server && { server }) }}
                chosen={channel}
                onChoose={setChannel}
              />
            </Suspense>
          ) : (
            <p className="text-sm text-mute">{t(status === 'guest' ? 'game.channelSignIn' : 'game.channelSteps')}</p>
          )}
        </fieldset>
      </div>
      <Summary
        game={game}
        product={buyable(chosen) ? chosen : undefined}
        quantity={quantity}
        onQuantity={setQuantity}
        playerId={playerId}
        server={server}
        playerName={player.data?.displayName}
        playerReady={playerReady}
        channel={channel}
        onIncomplete={() => setTried(true)}
      />
    </div>
  )
}

/** A product whose flash sale is over costs its usual price, whatever the answer of before says. */
function ended(product: Product, over: number): Product {
  return product.flashSale && Date.parse(product.flashSale.endsAt) <= over ? { ...product, flashSale: null } : product
}

/** Counts each second: apart, so that the page around it does not. */
function SaleEnds({ products, onEnd }: { products: readonly Product[]; onEnd: (over: number) => void }) {
  useEnds(
    products.flatMap(({ flashSale }) => (flashSale ? [Date.parse(flashSale.endsAt)] : [])),
    onEnd,
  )
  return null
}

function PackageCard({
  product,
  checked,
  onChoose,
  onStale,
  onCount,
}: {
  product: Product
  checked: boolean
  onChoose: () => void
  onStale: () => void
  onCount: (stock: StockLive) => void
}) {
  const t = useTexts('games')
  const content = useContent()
  const sale = product.flashSale
  useTopic(sale?.live, { 'stock.changed': onCount }, { onReload: onStale })
  const remaining = sale?.remaining ?? 0
  const onSale = sale !== null && remaining > 0
  const soldOut = product.state !== 'ACTIVE'
  const price = onSale ? sale.priceSatang : product.priceSatang
  const before = onSale ? product.priceSatang : product.listPriceSatang
  return (
    <ChoiceCard name="package" value={String(product.id)} checked={checked} disabled={soldOut} onChange={onChoose} className="min-h-[84px]">
      <span className="flex items-start justify-between gap-3">
        <span className="font-semibold">{content(product.name)}</span>
        <span className="flex flex-none flex-col items-end">
          <Amount satang={price} />
          {before !== null && <s className="text-xs text-mute">{formatBaht(before)}</s>}
        </span>
      </span>
      <span className="mt-1 flex flex-wrap gap-1.5">
        {soldOut && <Tag tone="amber">{t('game.soldOut')}</Tag>}
        {onSale && <Tag tone="amber">{t('game.flashLeft', { count: remaining })}</Tag>}
        {!soldOut && product.bonus && <Tag tone="lime">{content(product.bonus)}</Tag>}
        {!soldOut && product.remaining !== null && product.remaining <= 20 && (
          <Tag>{t('game.remaining', { count: product.remaining })}</Tag>
        )}
        {product.vatExcluded && <Tag>{t('game.vatExcluded')}</Tag>}
      </span>
    </ChoiceCard>
  )
}
