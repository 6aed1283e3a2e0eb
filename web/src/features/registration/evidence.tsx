import { Check as Tick, CircleDashed } from 'lucide-react'
import type { DocumentKind, EntryPlayer, Tournament } from '@/api/generated'
import { useTexts } from '@/i18n'
import { Avatar } from '@/ui/avatar'
import { Give } from './give'
import { useKindName } from './lack-labels'
import type { Candidate } from './roster'
import type { Draft } from './use-draft'

const KEPT_DAYS = 90

/** Returns until when staff may view the documents. */
export const keptUntil = ({ endAt }: Pick<Tournament, 'endAt'>) => new Date(Date.parse(endAt) + KEPT_DAYS * 24 * 3600_000).toISOString()

interface EvidenceProps {
  tournament: Tournament
  draft: Draft
  onChange: (draft: Draft) => void
  players: readonly Candidate[]
  entered: readonly EntryPlayer[]
  me: number | undefined
}

/** Step 2: the user's own documents, and the progress of the others. */
export function Evidence({ tournament, draft, onChange, players, entered, me }: EvidenceProps) {
  const t = useTexts('registration')
  const plays = draft.chosen.some(({ userId }) => userId === me)
  const others = draft.chosen
    .filter(({ userId }) => userId !== me)
    .flatMap(({ userId }) => players.find((player) => player.userId === userId) ?? [])
  return (
    <div className="flex flex-col gap-8">
      {plays ? (
        <Give
          kinds={tournament.documents}
          given={draft.documents}
          onGive={(kind, documentId) => onChange({ ...draft, documents: { ...draft.documents, [kind]: documentId } })}
          checked={entered.find(({ userId }) => userId === me)?.documents}
          keptUntil={keptUntil(tournament)}
        />
      ) : (
        <p className="text-mute">{t('evidence.notPlaying')}</p>
      )}
      {others.length > 0 && (
        <section aria-labelledby="others">
          <h3 id="others" className="mb-1 text-lg">
            {t('evidence.others')}
          </h3>
          <p className="mb-2 text-sm text-mute">{t('evidence.othersText')}</p>
          <ul>
            {others.map((player) => (
              <Other key={player.userId} player={player} kinds={tournament.documents} />
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function Other({ player, kinds }: { player: Candidate; kinds: readonly DocumentKind[] }) {
  return (
    <li className="flex items-center gap-3 border-b border-line py-3 last:border-0">
      <Avatar name={player.displayName} picture={player.picture} />
      <div className="min-w-0 flex-1">
        <p>{player.displayName}</p>
        <DocumentMarks kinds={kinds} missing={player.missing.flatMap(({ what, kind }) => (what === 'document' && kind ? [kind] : []))} />
      </div>
    </li>
  )
}

/** Each document asked for, with a tick or an empty ring. */
function DocumentMarks({ kinds, missing }: { kinds: readonly DocumentKind[]; missing: readonly DocumentKind[] }) {
  const t = useTexts('registration')
  const name = useKindName()
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {kinds.map((kind) => {
        const lacks = missing.includes(kind)
        const Icon = lacks ? CircleDashed : Tick
        return (
          <li key={kind} className={lacks ? 'flex items-center gap-1.5 text-amber' : 'flex items-center gap-1.5 text-mute'}>
            <Icon className="size-4 flex-none" aria-hidden="true" />
            {name(kind)}
            <span className="sr-only">{t(lacks ? 'give.missing' : 'give.there')}</span>
          </li>
        )
      })}
    </ul>
  )
}
