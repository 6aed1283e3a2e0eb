import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OrderLine } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { type Game, gameQuery } from '@/features/catalogue/queries'
import { useTarget } from '@/features/orders/labels'
import { useContent, useTexts } from '@/i18n'
import { QueryError } from '@/ui/query-error'
import { NextButton } from './next-button'
import type { Decision } from './decision'
import { NumberEntry, PlayerEntry, showMissing } from './player-entry'
import { type Entries, useEntry } from './use-entry'

interface PlayerWayProps {
  line: OrderLine
  entries: Entries
  onEntries: (entries: Entries) => void
  onDecide: (decision: Decision) => void
}

/** Names the right player or number; the partner's name for it is shown before anything is sent. */
export function PlayerWay(props: PlayerWayProps) {
  const { data, error, refetch } = useQuery(gameQuery(props.line.gameSlug))
  if (error && !data) return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!data) return <div className="skeleton h-40" />
  if (data.game?.target === 'NUMBER') return <NumberWay {...props} game={data.game} />
  if (!data.game?.playerId) return <NoPlayer />
  return <Entry {...props} game={data.game} rule={data.game.playerId} />
}

function NoPlayer() {
  const t = useTexts('corrections')
  return <p className="text-sm text-amber">{t('player.none')}</p>
}

function Entry({ line, entries, onEntries, onDecide, game, rule }: PlayerWayProps & { game: Game; rule: NonNullable<Game['playerId']> }) {
  const t = useTexts('corrections')
  const content = useContent()
  const target = useTarget()
  const [tried, setTried] = useState(false)
  const entry = useEntry(game, entries, onEntries)
  const same = entry.playerId === (line.playerId ?? '') && entry.server === (line.server ?? '')
  const product = content(line.name)
  const next = () => {
    setTried(true)
    if (same) return showMissing(['player'])
    if (entry.lacking.length > 0 || entry.name === undefined) return showMissing(entry.lacking)
    onDecide({
      choice: { choice: 'player', ...entry.target },
      action: t('confirm.doPlayer', { name: entry.name }),
      what: (
        <>
          <p>
            {t('confirm.player', {
              product,
              target: target({ playerId: entry.playerId, playerName: entry.name, server: entry.server, serverName: entry.serverName }),
            })}{' '}
            {line.playerId && t('confirm.instead', { old: target(line) })}
          </p>
          <p className="text-sm text-mute">{t('confirm.free')}</p>
        </>
      ),
    })
  }
  return (
    <>
      <PlayerEntry game={game} rule={rule} entry={entry} tried={tried} />
      {tried && same && (
        <p role="alert" className="text-sm text-red">
          {t('player.same')}
        </p>
      )}
      <NextButton busy={entry.player.checking && !same} onClick={next}>
        {t('player.next')}
      </NextButton>
    </>
  )
}

/** Names the right number: the account's own one, or one whose owner agrees by a texted code. */
function NumberWay({ line, entries, onEntries, onDecide, game }: PlayerWayProps & { game: Game }) {
  const t = useTexts('corrections')
  const content = useContent()
  const target = useTarget()
  const [tried, setTried] = useState(false)
  const entry = useEntry(game, entries, onEntries, line.productId)
  const next = () => {
    setTried(true)
    if (entry.lacking.length > 0 || entry.name === undefined) return showMissing(entry.lacking)
    onDecide({
      choice: { choice: 'player', playerId: entry.playerId },
      action: t('confirm.doPlayer', { name: entry.name }),
      what: (
        <>
          <p>
            {t('confirm.player', { product: content(line.name), target: entry.name })}{' '}
            {line.playerId && t('confirm.instead', { old: target(line) })}
          </p>
          <p className="text-sm text-mute">{t('confirm.free')}</p>
        </>
      ),
    })
  }
  return (
    <>
      <NumberEntry game={game} productId={line.productId} entry={entry} tried={tried} />
      <NextButton busy={entry.player.checking} onClick={next}>
        {t('player.next')}
      </NextButton>
    </>
  )
}
