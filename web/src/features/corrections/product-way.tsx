import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AlternativeProduct, OrderLine } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { type Game, gameQuery } from '@/features/catalogue/queries'
import { useTarget } from '@/features/orders/labels'
import { useContent, useTexts } from '@/i18n'
import { ChoiceCard } from '@/ui/choice'
import { QueryError } from '@/ui/query-error'
import { NextButton } from './next-button'
import type { Decision } from './decision'
import { PlayerEntry, showMissing } from './player-entry'
import { type Entries, useEntry } from './use-entry'

interface ProductWayProps {
  line: OrderLine
  products: readonly AlternativeProduct[]
  productId: number | undefined
  onProduct: (id: number) => void
  entries: Entries
  onEntries: (entries: Entries) => void
  onDecide: (decision: Decision) => void
}

/** Another product for what was paid; the player is the line's, or another one where the product is of another game. */
export function ProductWay({ products, productId, onProduct, ...rest }: ProductWayProps) {
  const { gameSlug } = rest.line
  const t = useTexts('corrections')
  const content = useContent()
  const [tried, setTried] = useState(false)
  const chosen = products.find(({ id }) => id === productId)
  return (
    <>
      <fieldset className="flex min-w-0 flex-col gap-2">
        <legend className="mb-2 font-semibold">{t('product.choose')}</legend>
        {products.map(({ id, name, bonus, ...other }) => (
          <ChoiceCard
            key={id}
            ring
            name="product"
            value={String(id)}
            className="min-h-12 py-2.5"
            checked={id === productId}
            onChange={() => onProduct(id)}
          >
            <span className="block">{content(name)}</span>
            {other.gameSlug !== gameSlug && (
              <span className="block text-sm text-mute" lang="en">
                {content(other.gameName)}
              </span>
            )}
            {bonus && <span className="block text-sm text-mute">{content(bonus)}</span>}
          </ChoiceCard>
        ))}
      </fieldset>
      {chosen ? (
        <Chosen key={chosen.id} product={chosen} {...rest} />
      ) : (
        <>
          {tried && (
            <p role="alert" className="text-sm text-red">
              {t('product.missing')}
            </p>
          )}
          <NextButton onClick={() => setTried(true)}>{t('product.next')}</NextButton>
        </>
      )}
    </>
  )
}

type ChosenProps = Omit<ProductWayProps, 'products' | 'productId' | 'onProduct'> & { product: AlternativeProduct }

/** Loads the game of the product, whose rule for players may differ. */
function Chosen(props: ChosenProps) {
  const { data, error, refetch } = useQuery(gameQuery(props.product.gameSlug))
  if (error && !data) return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!data?.game) return <div className="skeleton h-40" />
  return <Entry {...props} game={data.game} />
}

function Entry({ line, product, entries, onEntries, onDecide, game }: ChosenProps & { game: Game }) {
  const t = useTexts('corrections')
  const content = useContent()
  const target = useTarget()
  const [tried, setTried] = useState(false)
  const entry = useEntry(game, entries, onEntries)
  const rule = game.playerId
  const next = () => {
    setTried(true)
    if (rule && (entry.lacking.length > 0 || entry.name === undefined)) return showMissing(entry.lacking)
    const name = content(product.name)
    const shown = { playerId: entry.playerId, playerName: entry.name ?? null, server: entry.server, serverName: entry.serverName }
    onDecide({
      choice: { choice: 'product', productId: product.id, ...(rule && entry.target) },
      action: t('confirm.doProduct', { name }),
      what: (
        <>
          <p>
            {t('confirm.product', { next: name, product: content(line.name) })} {rule && t('confirm.productTo', { target: target(shown) })}
          </p>
          <p className="text-sm text-mute">{t('confirm.free')}</p>
        </>
      ),
    })
  }
  return (
    <>
      {rule && <PlayerEntry game={game} rule={rule} entry={entry} tried={tried} />}
      <NextButton busy={rule !== null && entry.player.checking} onClick={next}>
        {t('product.next')}
      </NextButton>
    </>
  )
}
