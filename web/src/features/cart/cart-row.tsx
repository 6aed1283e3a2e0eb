import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Minus, Plus, Trash2 } from 'lucide-react'
import { partnersValidatePlayer } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useContent, useTexts } from '@/i18n'
import { Amount, formatBaht } from '@/ui/amount'
import { Button } from '@/ui/button'
import { Cover } from '@/ui/cover'
import { Notice } from '@/ui/feedback'
import { useProblemText } from '@/ui/query-error'
import { Tag } from '@/ui/tag'
import { PackageTerms } from '@/features/catalogue/package-terms'
import { ConsentNotice } from './consent-notice'
import { type CartLine, isBuyable } from './lines'

interface CartRowProps {
  line: CartLine
  /** Pieces of one product that a cart holds */
  most: number
  busy: boolean
  onQuantity: (line: CartLine, to: number) => void
  onRemove: (line: CartLine) => void
}

export function CartRow({ line, most, busy, onQuantity, onRemove }: CartRowProps) {
  const t = useTexts('cart')
  const content = useContent()
  const name = content(line.name)
  const charged = isBuyable(line)
  const left = line.remaining ?? most
  // Accepting the current price means setting the quantity to the same value.
  const agree = (
    <Button size="sm" disabled={busy} onClick={() => onQuantity(line, line.quantity)}>
      {t('agree')}
    </Button>
  )
  return (
    <li className="flex flex-col gap-3 rounded-panel border border-line bg-panel p-3.5">
      <div className="flex flex-wrap items-center gap-x-3.5 gap-y-3">
        <Cover
          hue={line.hue}
          motif={line.motif}
          glyph={line.glyph}
          card={line.card}
          className={`size-12 flex-none rounded-[10px] ${charged ? '' : 'opacity-40'}`}
        />
        <div className="min-w-0 flex-1">
          <Link to="/games/$id" params={{ id: line.gameSlug }} className="font-semibold hover:text-lime">
            {name}
          </Link>
          <p className="text-sm text-mute" lang="en">
            {content(line.gameName)}
          </p>
          {line.seller && <p className="text-sm text-mute">{t('seller', { name: line.seller })}</p>}
          {line.byNumber && <PackageTerms productId={line.productId} />}
          {charged && <EachPrice line={line} />}
        </div>
        {/* Beside the name where there is room, below it on a phone. */}
        <div className="flex items-center gap-2 max-sm:order-last max-sm:basis-full max-sm:justify-between">
          {line.byNumber ? (
            <span className="text-sm text-mute">{t('onePerNumber')}</span>
          ) : (
            <div className="flex items-center gap-2.5">
              <div role="group" aria-label={t('quantity')} className="flex items-center rounded-control ring-1 ring-control ring-inset">
                <Button
                  look="ghost"
                  size="sm"
                  className="px-3.5"
                  aria-label={t('less', { name })}
                  disabled={busy || !(charged || line.unavailable === 'few') || line.quantity <= 1}
                  onClick={() => onQuantity(line, line.quantity - 1)}
                >
                  <Minus className="size-4" aria-hidden="true" />
                </Button>
                <output className="num w-7 text-center">{line.quantity}</output>
                <Button
                  look="ghost"
                  size="sm"
                  className="px-3.5"
                  aria-label={t('more', { name })}
                  disabled={busy || !charged || line.quantity >= Math.min(most, left)}
                  onClick={() => onQuantity(line, line.quantity + 1)}
                >
                  <Plus className="size-4" aria-hidden="true" />
                </Button>
              </div>
              {charged && line.quantity >= Math.min(most, left) && (
                <span className="text-xs text-mute sm:hidden">{t('most', { count: Math.min(most, left) })}</span>
              )}
            </div>
          )}
          <Button
            look="ghost"
            size="sm"
            className="px-3.5 text-mute"
            aria-label={t('removeNamed', { name })}
            disabled={busy}
            onClick={() => onRemove(line)}
          >
            <Trash2 className="size-4" aria-hidden="true" />
            <span className="sm:hidden">{t('remove')}</span>
          </Button>
        </div>
        <div className="sm:min-w-24 sm:text-right">
          <Amount satang={line.totalSatang} decimals="exact" className={charged ? 'text-lg' : 'text-mute line-through'} />
          {charged && !line.byNumber && line.quantity >= Math.min(most, left) && (
            <p className="text-xs text-mute max-sm:hidden">{t('most', { count: Math.min(most, left) })}</p>
          )}
        </div>
      </div>
      {charged && !line.byNumber && <PlayerRefusal line={line} />}
      {charged && line.consentNeeded && <ConsentNotice line={line} />}
      {(line.unavailable === 'sold_out' || line.unavailable === 'withdrawn') && <Notice tone="warn">{t(line.unavailable)}</Notice>}
      {line.unavailable === 'few' && (
        <Notice
          tone="warn"
          action={
            left < line.quantity && (
              <Button size="sm" disabled={busy} onClick={() => onQuantity(line, left)}>
                {t('takeLeft', { count: left })}
              </Button>
            )
          }
        >
          {t('few', { count: left })}
        </Notice>
      )}
      {(line.unavailable === 'flash_ended' || (charged && line.oldPriceSatang !== undefined)) && (
        <Notice tone="warn" action={agree}>
          {line.unavailable === 'flash_ended' && <p>{t('flash_ended')}</p>}
          {line.oldPriceSatang !== undefined && (
            <p>{t('changed', { old: formatBaht(line.oldPriceSatang), next: formatBaht(line.unitPriceSatang) })}</p>
          )}
        </Notice>
      )}
    </li>
  )
}

/** Explains why the player of a line cannot receive a top-up; asks where the player is not known yet, as after moving a visitor's cart. */
function PlayerRefusal({ line: { gameId, playerId, playerName, server } }: { line: CartLine }) {
  const problemText = useProblemText()
  const { error } = useQuery({
    queryKey: ['player', gameId, playerId, server],
    queryFn: () => answerOf(partnersValidatePlayer({ body: { gameId: gameId ?? 0, playerId, ...(server && { server }) } })),
    enabled: gameId !== undefined && playerId !== '' && playerName === '',
    staleTime: 300_000,
    retry: false,
  })
  const problem = error ? problemOf(error) : undefined
  return problem?.code.startsWith('player_') && <Notice tone="warn">{problemText(problem)}</Notice>
}

/** The price of a piece, if there are several or a flash sale has made it cheaper. */
function EachPrice({ line }: { line: CartLine }) {
  const t = useTexts('cart')
  const usual = line.usualPriceSatang
  const flash = usual !== undefined
  if (!flash && line.quantity === 1) return null
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm">
      {flash && <Tag tone="amber">{t('flash')}</Tag>}
      <span className={flash ? undefined : 'text-mute'}>
        <Amount satang={line.unitPriceSatang} /> {t('each')}
      </span>
      {flash && (
        <s className="text-mute">
          <span className="sr-only">{t('usual')} </span>
          <Amount satang={usual} />
        </s>
      )}
    </p>
  )
}
