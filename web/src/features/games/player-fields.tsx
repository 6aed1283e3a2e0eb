import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import type { GameServer } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { useProblemText } from '@/ui/query-error'
import type { Game } from '@/features/catalogue/queries'
import { EarlierPlayers } from '@/features/favorites/earlier-players'
import { useContent, useTexts } from '@/i18n'
import { SelectField, TextField } from '@/ui/field'
import { Spinner } from '@/ui/spinner'
import { readPlayerId, serverNamed, serversQuery, type usePlayer } from './player'

interface PlayerFieldsProps {
  game: Game
  rule: NonNullable<Game['playerId']>
  player: ReturnType<typeof usePlayer>
  /** As it was typed */
  typed: string
  /** As the game writes it */
  playerId: string
  server: string
  /** The customer tried to go on: what is missing is said now. */
  tried: boolean
  onPlayerId: (typed: string) => void
  onServer: (server: string) => void
}

/** The player's ID and server, with the name that the partner knows: a wrong ID is found before paying, not after. */
export function PlayerFields({ game, rule, player, typed, playerId, server, tried, onPlayerId, onServer }: PlayerFieldsProps) {
  const t = useTexts('games')
  const content = useContent()
  const say = useProblemText()
  const client = useQueryClient()
  const known = useQuery({ ...serversQuery(game), enabled: game.needsServer })
  const malformed = playerId !== '' && !player.wellFormed
  const refused = player.error && !player.checking ? say(problemOf(player.error)) : undefined
  const error =
    (malformed && t('game.badPattern', { example: rule.example })) || refused || (tried && playerId === '' ? t('game.enterId') : undefined)
  const take = (text: string) => {
    const { playerId: id, server: pasted } = readPlayerId(text, { pattern: rule.pattern, needsServer: game.needsServer })
    onPlayerId(id)
    if (pasted === undefined) return
    const choose = ({ items }: { items: GameServer[] }) => {
      const match = serverNamed(pasted, items)
      if (match) onServer(match)
    }
    // The list may still be on its way; that it does not come is said at its field.
    void client.ensureQueryData(serversQuery(game)).then(choose, () => undefined)
  }
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="num mb-3 text-lg">1 {t('game.step1')}</legend>
      <div className="flex flex-col gap-3 sm:flex-row sm:items-start">
        <TextField
          className="min-w-0 flex-1"
          label={content(rule.label)}
          value={typed}
          onChange={(event) => onPlayerId(event.target.value.trimStart())}
          onBlur={() => take(typed)}
          onPaste={(event) => {
            event.preventDefault()
            take(event.clipboardData.getData('text'))
          }}
          placeholder={rule.example}
          autoComplete="off"
          spellCheck={false}
          inputMode={/\[0-9\]/.test(rule.pattern) && !/A-Z/i.test(rule.pattern) ? 'numeric' : 'text'}
          hint={game.needsServer ? `${content(rule.hint)} · ${t('game.pasteHint')}` : content(rule.hint)}
          error={error || undefined}
          after={player.checking && <Spinner />}
        />
        {game.needsServer && (
          <SelectField
            className="sm:w-52"
            label={t('game.server')}
            value={server}
            onChange={onServer}
            placeholder={t('game.chooseServer')}
            options={(known.data?.items ?? []).map((item) => ({ value: item.code, label: item.name }))}
            error={tried && server === '' ? t('game.chooseServer') : known.error ? say(problemOf(known.error)) : undefined}
          />
        )}
        <div aria-live="polite" className="empty:hidden sm:mt-[34px]">
          {player.data && !player.checking && !malformed && (
            <p className="flex min-h-12 items-center gap-3 rounded-panel border border-lime/50 bg-lime-dim/50 px-3.5 py-2">
              <span aria-hidden="true" className="num grid size-9 place-items-center rounded-control bg-lime-dim text-sm text-lime">
                {player.data.displayName.slice(0, 2)}
              </span>
              <span>
                <span className="block leading-snug font-semibold">{player.data.displayName}</span>
                <span className="flex items-center gap-1 text-sm text-lime">
                  {t('game.isThisYou')} <Check className="size-4" aria-hidden="true" />
                </span>
              </span>
            </p>
          )}
        </div>
      </div>
      <EarlierPlayers
        gameId={game.id}
        playerId={playerId}
        onChoose={(earlier) => {
          onPlayerId(earlier.playerId)
          onServer(earlier.server)
        }}
      />
    </fieldset>
  )
}
