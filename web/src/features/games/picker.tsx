import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import type { StockLive } from '@/api/generated'
import { useSession } from '@/api/session'
import { ConnectionMark } from '@/live/connection-mark'
import { useHead } from '@/ui/head'
import { useEnds } from '@/features/catalogue/ends'
import type { Game, Product } from '@/features/catalogue/queries'
import { RegionTick } from '@/features/catalogue/region-tick'
import HeartButton from '@/features/favorites/heart'
import { useContent, useTexts } from '@/i18n'
import { Cover } from '@/ui/cover'
import { About } from './about'
import { Channels, useChannels } from './channels'
import { type SavedChoice, saveChoice, loadChoice } from './saved-choice'
import { Packages } from './packages'
import { RecipientStep } from './recipient-step'
import { goTo, type Part, Step } from './step'
import { Summary } from './summary'
import { useRecipient } from './use-recipient'

const buyable = (product: Product | undefined): product is Product => product?.state === 'ACTIVE'

interface PickerProps {
  game: Game
  onStale: () => void
  /** Called with the remaining stock of a flash sale. */
  onCount: (stock: StockLive) => void
  onSaleEnd: () => void
}

/** The step of each part, and the element that takes the focus. */
const PLACES: Readonly<Record<Part, [step: string, field: string]>> = {
  player: ['step-player', '[name=player]'],
  server: ['step-player', '[name=server], select'],
  consent: ['step-player', '[name=consent]'],
  package: ['step-package', 'input:checked, input:not(:disabled)'],
  region: ['step-package', '[name=region]'],
  channel: ['step-channel', 'input:not(:disabled)'],
}
/** The title of the page in its route, by the recipient of the goods. */
const HEADS = { PLAYER: 'player', NUMBER: 'number', NONE: 'card' } as const
const NOTHING: ReadonlySet<Part> = new Set()

export function Picker({ game, onStale, onCount, onSaleEnd }: PickerProps) {
  const t = useTexts('games')
  const content = useContent()
  const navigate = useNavigate()
  const search = useSearch({ from: '/games/$id' })
  const [quantity, setQuantity] = useState(1)
  const [regionConfirmed, setRegionConfirmed] = useState(false)
  const [tried, setTried] = useState(false)
  const [wanted, setWanted] = useState<string>()
  const status = useSession((session) => session.status)
  const [over, setOver] = useState(0)
  const products = game.products.map((product) => ended(product, over))
  const chosen = products.find((product) => product.id === search.product)
  const product = buyable(chosen) ? chosen : undefined
  const recipient = useRecipient(game, product, search)
  const { playerId, server, player } = recipient
  const direct = product && {
    productId: product.id,
    quantity,
    ...(recipient.isReady && playerId && { playerId }),
    ...(recipient.isReady && server && { server }),
  }
  // Before a package is chosen, any package will do: only its limits are shown then.
  const any = products.find(buyable)
  const channels = useChannels(direct ?? (any && { productId: any.id, quantity: 1 }), status !== 'unknown')
  const allowed = channels.data?.items.filter((channel) => channel.allowed) ?? []
  // A channel is preselected, so that the button can name it; a user who wants another one chooses it here.
  const channel = allowed.find(({ code }) => code === wanted) ?? allowed[0]
  const name = content(game.name)
  useHead({ as: HEADS[game.target], name, description: content(game.blurb) })
  useSavedChoice(game.slug, recipient.isGiven, { typed: recipient.input, server, quantity }, (kept) => {
    recipient.setTyped(kept.typed)
    recipient.setServer(kept.server)
    setQuantity(kept.quantity)
  })

  const lacking: Part[] = [...recipient.lacking]
  if (!product) lacking.push('package')
  const region = game.about.regionCode ?? undefined
  if (region !== undefined && !regionConfirmed) lacking.push('region')
  if (product && channels.data && !channel) lacking.push('channel')
  const missing = tried ? new Set(lacking) : NOTHING
  const showMissing = () => {
    setTried(true)
    const [first] = lacking
    if (first) goTo(...PLACES[first])
  }

  const numbers = recipient.isNeeded ? ([1, 2, 3] as const) : ([0, 1, 2] as const)
  return (
    <div className="flex flex-col gap-12">
      <div className="grid items-start gap-8 md:grid-cols-[1fr_360px] md:gap-10">
        <SaleEnds
          products={game.products}
          onEnd={(now) => {
            setOver(now)
            onSaleEnd()
          }}
        />
        <div className="flex min-w-0 flex-col gap-8">
          <GameHeader game={game} />
          <RecipientStep game={game} product={product} recipient={recipient} missing={missing} />
          <Step
            id="step-package"
            number={numbers[1]}
            title={t('game.step2')}
            done={product !== undefined && !lacking.includes('region')}
            error={missing.has('package') ? t('game.choosePackage') : undefined}
            // The remaining stock of a flash sale updates live.
            aside={products.some(({ flashSale }) => flashSale !== null) && <ConnectionMark />}
          >
            <Packages
              game={game}
              products={products}
              chosen={chosen?.id}
              missing={missing.has('package')}
              onChoose={(id) => {
                setQuantity(1)
                void navigate({ to: '.', search: (before) => ({ ...before, product: id }), replace: true, resetScroll: false })
              }}
              onStale={onStale}
              onCount={onCount}
            />
            {region !== undefined && (
              <RegionTick region={region} checked={regionConfirmed} missing={missing.has('region')} onChange={setRegionConfirmed} />
            )}
          </Step>
          <Step
            id="step-channel"
            number={numbers[2]}
            title={t('game.step3')}
            done={product !== undefined && recipient.isReady && channel !== undefined}
            error={missing.has('channel') ? t('game.noChannel') : undefined}
          >
            <Channels
              channels={channels}
              priced={product !== undefined}
              chosen={product && channel?.code}
              missing={missing.has('channel')}
              onChoose={setWanted}
            />
          </Step>
        </div>
        <Summary
          game={game}
          product={product}
          quantity={quantity}
          onQuantity={setQuantity}
          playerId={playerId}
          server={server}
          playerName={player.data?.displayName}
          channel={channel}
          region={regionConfirmed ? region : undefined}
          lacking={lacking[0]}
          checking={recipient.isNeeded && player.checking}
          onMissing={showMissing}
        />
      </div>
      <About game={game} />
    </div>
  )
}

function GameHeader({ game }: { game: Game }) {
  const t = useTexts('games')
  const content = useContent()
  return (
    <div className="flex flex-col gap-3">
      <header className="flex items-center gap-4">
        <Cover
          hue={game.hue}
          motif={game.motif}
          glyph={game.glyph}
          card={game.kind === 'VOUCHER'}
          className="size-[92px] flex-none rounded-panel"
        />
        <div className="min-w-0 flex-1">
          <h1 className="text-xl xs:text-2xl md:text-3xl" lang="en">
            {content(game.name)}
          </h1>
          <p className="text-sm text-mute">
            {t('game.by', { publisher: game.publisher })}
            {game.typicalSeconds !== null &&
              ` · ${t(game.target === 'NUMBER' ? 'game.typicalNumber' : 'game.typical', { seconds: game.typicalSeconds })}`}
          </p>
        </div>
        <HeartButton game={game} className="flex-none self-start ring-1 ring-line ring-inset" />
      </header>
      <p className="text-mute">{content(game.blurb)}</p>
      {game.about.region && (
        <p className="rounded-panel border border-amber/40 bg-amber-dim px-4 py-2.5 text-sm text-amber">
          {content(game.about.region)}
          {game.about.currency !== null && ` · ${t('game.currency', { currency: game.about.currency })}`}
        </p>
      )}
    </div>
  )
}

/** Restores the input after a reload, a sign-in, and Back; the address takes precedence. */
function useSavedChoice(game: string, given: boolean, choice: SavedChoice, onFound: (kept: SavedChoice) => void) {
  const status = useSession((session) => session.status)
  const me = useSession((session) => session.me?.id)
  const [restored, setRestored] = useState(false)
  const restore = useEffectEvent(() => {
    const kept = given ? undefined : loadChoice(game, me)
    if (kept && choice.typed === '') onFound(kept)
    setRestored(true)
  })
  useEffect(() => {
    if (status === 'unknown') return
    // After hydration of the server's page.
    const timer = setTimeout(() => restore(), 0)
    return () => clearTimeout(timer)
  }, [status])
  const { typed, server, quantity } = choice
  useEffect(() => {
    if (restored) saveChoice(game, me, { typed, server, quantity })
  }, [restored, game, me, typed, server, quantity])
}

/** A product whose flash sale is over costs its usual price, even if an earlier answer differs. */
function ended(product: Product, over: number): Product {
  return product.flashSale && Date.parse(product.flashSale.endsAt) <= over ? { ...product, flashSale: null } : product
}

/** Counts down every second, in a component of its own, so that the page is not rendered again. */
function SaleEnds({ products, onEnd }: { products: readonly Product[]; onEnd: (over: number) => void }) {
  useEnds(
    products.flatMap(({ flashSale }) => (flashSale ? [Date.parse(flashSale.endsAt)] : [])),
    onEnd,
  )
  return null
}
