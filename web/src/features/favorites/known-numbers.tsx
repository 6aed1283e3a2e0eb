import { Bookmark } from 'lucide-react'
import { useSession } from '@/api/session'
import { maskMsisdn, parseMsisdn } from '@/rules/msisdn'
import { KnownChip } from './known-chip'
import { useSavedPlayers } from './players'
import { SaveKnown } from './save-known'

interface KnownNumbersProps {
  gameId: number
  /** The number being typed in international form, `me`, or empty */
  number: string
  /** The number masked, once checked: then it can be saved. */
  found: string | undefined
  onChoose: (number: string) => void
}

/** The user's saved numbers to choose with one tap, masked. */
export function KnownNumbers({ gameId, number, found, onChoose }: KnownNumbersProps) {
  const member = useSession(({ status }) => status === 'member')
  const { players } = useSavedPlayers()
  const saved = players.filter((player) => player.gameId === gameId)
  const isCurrent = (known: { playerId: string }) => parseMsisdn(known.playerId) === number
  const isTyped = parseMsisdn(number) !== undefined
  const savable = member && isTyped && found !== undefined && !saved.some(isCurrent)
  return (
    <>
      {saved.map((known) => {
        const masked = maskMsisdn(parseMsisdn(known.playerId) ?? '')
        return (
          <KnownChip key={known.id} pressed={isCurrent(known)} onChoose={() => onChoose(known.playerId)}>
            <Bookmark className="size-4 flex-none fill-current text-lime" aria-hidden="true" />
            {known.nickname !== masked && <span className="min-w-0 font-semibold break-words">{known.nickname}</span>}{' '}
            <span className="num whitespace-nowrap text-mute">{masked}</span>
          </KnownChip>
        )
      })}
      <SaveKnown gameId={gameId} byNumber saved={saved} savable={savable ? { playerId: number, server: '', name: found } : undefined} />
    </>
  )
}
