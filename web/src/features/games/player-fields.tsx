import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, CircleHelp } from 'lucide-react'
import { type ComponentProps, type ComponentType, Suspense, useState } from 'react'
import type { GameServer } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { useProblemText } from '@/ui/query-error'
import type { Game } from '@/features/catalogue/queries'
import { KnownPlayers } from '@/features/favorites/known-players'
import { useContent, useTexts } from '@/i18n'
import { cx } from '@/ui/cx'
import { SelectField, TextField } from '@/ui/field'
import { Spinner } from '@/ui/spinner'
import { readPlayerId, serverNamed, serversQuery, type usePlayer } from './player'
import { type Part, Step } from './step'
import { part } from '@/ui/load'

/** Few users open it. */
const WhereDialog = part(() => import('./where-dialog'))

interface PlayerFieldsProps {
  game: Game
  rule: NonNullable<Game['playerId']>
  player: ReturnType<typeof usePlayer>
  /** The ID as typed */
  typed: string
  /** The ID in the game's spelling */
  playerId: string
  server: string
  /** The missing parts, once the customer tried to continue. */
  missing: ReadonlySet<Part>
  onPlayerId: (typed: string) => void
  onServer: (server: string) => void
  /** Stands around the fields; the numbered step of a game's page by default. */
  Frame?: ComponentType<ComponentProps<typeof Step>>
}

const DIGITS = /^\^?(?:\[0-9\]|\\d)/

/** The player's ID and server, with the name at the partner: a wrong ID shows before paying, not after. */
export function PlayerFields({
  game,
  rule,
  player,
  typed,
  playerId,
  server,
  missing,
  onPlayerId,
  onServer,
  Frame = Step,
}: PlayerFieldsProps) {
  const t = useTexts('games')
  const content = useContent()
  const problemText = useProblemText()
  const client = useQueryClient()
  const servers = game.serverRule
  const listed = servers !== null && !servers.typed
  const known = useQuery({ ...serversQuery(game), enabled: listed })
  /** A pasted server that is in no list. */
  const [unknown, setUnknown] = useState<string>()
  const [serverLeft, setServerLeft] = useState(false)
  const malformed = playerId !== '' && !player.wellFormed
  const problem = player.error && !player.checking ? problemOf(player.error) : undefined
  const aboutServer = problem?.code.startsWith('server_') ?? false
  const error =
    (malformed && t('game.badPattern', { example: rule.example })) ||
    (problem && !aboutServer && problemText(problem)) ||
    (missing.has('player') && playerId === '' ? t('game.enterId') : undefined)

  const chooseServer = (next: string) => {
    setUnknown(undefined)
    onServer(next)
  }
  const take = (text: string) => {
    const { playerId: id, server: pasted } = readPlayerId(text, { pattern: rule.pattern, server: servers })
    onPlayerId(id)
    if (pasted === undefined) return
    if (servers?.typed) return chooseServer(pasted)
    const choose = ({ items }: { items: GameServer[] }) => {
      const match = serverNamed(pasted, items)
      if (match) chooseServer(match)
      else {
        onServer('')
        setUnknown(pasted)
      }
    }
    // The list may still be loading; a failure is shown at its field.
    void client.ensureQueryData(serversQuery(game)).then(choose, () => undefined)
  }

  const serverError = () => {
    if (unknown !== undefined) return t('game.serverUnknown', { server: unknown })
    if (known.error) return problemText(problemOf(known.error))
    if (problem && aboutServer) return problemText(problem)
    if (servers?.typed && server !== '' && !player.serverFits && (serverLeft || missing.has('server'))) {
      return t('game.badPattern', { example: servers.example })
    }
    if (missing.has('server') && server === '') return servers?.typed ? t('game.enterServer') : t('game.chooseServer')
    return undefined
  }
  const found = player.data && !player.checking && !malformed ? player.data : undefined

  return (
    <Frame
      id="step-player"
      number={1}
      title={t('game.step1')}
      done={found !== undefined}
      aside={game.about.where.length > 0 && <Where game={game} rule={rule} />}
    >
      <div className={cx('flex items-start gap-3', listed && 'max-sm:flex-col max-sm:items-stretch')}>
        <TextField
          className="min-w-0 flex-1"
          label={content(rule.label)}
          name="player"
          value={typed}
          onChange={(event) => onPlayerId(event.target.value.trimStart())}
          onBlur={() => take(typed)}
          onPaste={(event) => {
            event.preventDefault()
            take(event.clipboardData.getData('text'))
          }}
          placeholder={rule.pasteExample ?? rule.example}
          autoComplete="off"
          spellCheck={false}
          inputMode={DIGITS.test(rule.pattern) && !servers ? 'numeric' : 'text'}
          hint={
            <>
              {content(rule.hint)}
              {rule.pasteExample && <span className="block">{t('game.pasteHint', { example: rule.pasteExample })}</span>}
            </>
          }
          error={error || undefined}
          after={player.checking && <Spinner />}
        />
        {servers?.typed && (
          <TextField
            className="w-28 flex-none sm:w-40"
            label={content(servers.label)}
            name="server"
            value={server}
            onChange={(event) => chooseServer(event.target.value.trim())}
            onBlur={() => {
              setServerLeft(true)
              chooseServer(readPlayerId(server, { pattern: servers.pattern ?? '', server: null }).playerId)
            }}
            placeholder={servers.example}
            autoComplete="off"
            spellCheck={false}
            inputMode="numeric"
            error={serverError()}
          />
        )}
        {listed && (
          <SelectField
            id="server"
            className="sm:w-52"
            label={content(servers.label)}
            value={server}
            onChange={chooseServer}
            placeholder={t('game.chooseServer')}
            options={(known.data?.items ?? []).map((item) => ({ value: item.code, label: item.name }))}
            error={serverError()}
          />
        )}
      </div>
      <div aria-live="polite" className="empty:hidden">
        {found && <FoundPlayer name={found.displayName} />}
      </div>
      <KnownPlayers
        gameId={game.id}
        playerId={playerId}
        server={server}
        found={found?.displayName}
        onChoose={(earlier) => {
          onPlayerId(earlier.playerId)
          chooseServer(earlier.server)
        }}
      />
    </Frame>
  )
}

/** Opens the directions to the ID within the game. */
function Where({ game, rule }: Pick<PlayerFieldsProps, 'game' | 'rule'>) {
  const t = useTexts('games')
  const [asking, setAsking] = useState(false)
  return (
    <>
      <button
        type="button"
        className="-my-2 inline-flex min-h-11 items-center gap-1.5 text-sm text-lime underline-offset-4 hover:underline"
        onClick={() => setAsking(true)}
      >
        <CircleHelp className="size-4 flex-none" aria-hidden="true" />
        {t('game.where')}
      </button>
      {asking && (
        <Suspense>
          <WhereDialog game={game} rule={rule} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}

/** The partner's name for the ID. */
function FoundPlayer({ name }: { name: string }) {
  const t = useTexts('games')
  return (
    <p className="flex min-h-12 items-center gap-3 rounded-panel border border-lime/50 bg-lime-dim/50 px-3.5 py-2">
      <span aria-hidden="true" className="num grid size-9 flex-none place-items-center rounded-control bg-lime-dim text-sm text-lime">
        {name.slice(0, 2)}
      </span>
      <span className="min-w-0">
        <span className="block leading-snug font-semibold">{name}</span>
        <span className="flex items-center gap-1 text-sm text-lime">
          <Check className="size-4 flex-none" aria-hidden="true" /> {t('game.playerFound')}
        </span>
      </span>
    </p>
  )
}
