import type { EntryPlayer, PlayerDocument, Tournament } from '@/api/generated'
import { useQuery } from '@tanstack/react-query'
import { Check as Tick, CircleAlert, CircleDashed, Clock3, Smartphone, X } from 'lucide-react'
import { useKindName, useLackLabels } from '@/features/registration/lack-labels'
import { useTexts } from '@/i18n'
import { Avatar } from '@/ui/avatar'
import { cx } from '@/ui/cx'
import { Tag } from '@/ui/tag'
import { phonesQuery } from './queries'

interface ViewerPlayersProps {
  tournament: Tournament
  teamId: number | null | undefined
  players: readonly EntryPlayer[]
  open: string | undefined
  onOpen: (player: EntryPlayer, document: PlayerDocument) => void
}

/** The players with their known details and their documents. */
export function ViewerPlayers({ tournament, teamId, players, open, onOpen }: ViewerPlayersProps) {
  const t = useTexts('desk')
  const phones = useQuery({ ...phonesQuery(teamId ?? 0, tournament.id), enabled: teamId != null })
  return (
    <ul aria-label={t('viewer.players')} className="md:px-4">
      {players.map((player) => (
        <li key={player.userId} className="border-t border-line py-3 first:border-0">
          <div className="flex items-center gap-3">
            <Avatar name={player.displayName} picture={player.picture} />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-x-2">
                {player.displayName}
                {player.role === 'substitute' && <Tag>{t('viewer.substitute')}</Tag>}
                {player.left && <Tag tone="red">{t('viewer.left')}</Tag>}
              </p>
              <p className="num text-sm break-words text-mute">{player.gameId}</p>
            </div>
          </div>
          <Known
            player={player}
            tournament={tournament}
            phone={phones.data?.items.find(({ userId }) => userId === player.userId)?.registered}
          />
          <div className="mt-1 flex flex-wrap gap-2">
            {player.documents.map((document) => (
              <DocumentButton
                key={document.kind}
                player={player}
                document={document}
                open={open === `${player.userId} ${document.kind}`}
                onOpen={() => onOpen(player, document)}
              />
            ))}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** A player's refusals, missing items, and whether the mobile number is their own. */
function Known({
  player,
  tournament,
  phone,
}: {
  player: EntryPlayer
  tournament: Tournament
  phone: 'yes' | 'no' | 'unknown' | undefined
}) {
  const t = useTexts('desk')
  const words = useLackLabels(tournament.game)
  const lacks = player.missing.filter(({ what }) => what !== 'document')
  return (
    <ul className="flex flex-col gap-0.5 text-sm">
      {player.refusal && (
        <li className="flex gap-2 text-red">
          <CircleAlert className="mt-0.5 size-4 flex-none" aria-hidden="true" />
          {player.refusal.message}
        </li>
      )}
      {lacks.length > 0 && (
        <li className="flex gap-2 text-amber">
          <CircleAlert className="mt-0.5 size-4 flex-none" aria-hidden="true" />
          {words(lacks)}
        </li>
      )}
      {phone && (
        <li className={cx('flex gap-2', phone === 'yes' ? 'text-mute' : 'text-amber')}>
          <Smartphone className="mt-0.5 size-4 flex-none" aria-hidden="true" />
          {t(`phone.${phone}`)}
        </li>
      )}
    </ul>
  )
}

const MARKS = { valid: Tick, invalid: X, waits: Clock3, missing: CircleDashed }

function DocumentButton({
  player,
  document,
  open,
  onOpen,
}: {
  player: EntryPlayer
  document: PlayerDocument
  open: boolean
  onOpen: () => void
}) {
  const t = useTexts('desk')
  const kind = useKindName()
  const state = document.documentId ? (document.checked ?? 'waits') : 'missing'
  const Mark = MARKS[state]
  const look = cx(
    'inline-flex min-h-11 items-center gap-2 rounded-control px-3 text-sm',
    state === 'invalid' ? 'text-red' : state === 'waits' ? 'text-amber' : 'text-mute',
  )
  const inner = (
    <>
      <Mark className="size-4 flex-none" aria-hidden="true" />
      {kind(document.kind)}
    </>
  )
  if (state === 'missing') {
    return (
      <span className={look}>
        {inner}
        <span className="sr-only">{t('document.missing')}</span>
      </span>
    )
  }
  return (
    <button
      type="button"
      aria-pressed={open}
      aria-label={t('viewer.openOf', { kind: kind(document.kind), name: player.displayName, state: t(`document.${state}`) })}
      onClick={onOpen}
      className={cx(look, 'ring-1 ring-inset', open ? 'bg-raise ring-white' : 'ring-control hover:ring-lime')}
    >
      {inner}
    </button>
  )
}
