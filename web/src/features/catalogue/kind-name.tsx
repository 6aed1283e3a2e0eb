import { useTexts } from '@/i18n'
import { Tag } from '@/ui/tag'
import type { Kind } from './queries'

/** Kinds that a game's name and cover do not tell. */
const NAMED = ['DATA_PACKAGE', 'SUBSCRIPTION', 'CLOUD_GAME'] as const

type NamedKind = (typeof NAMED)[number]

/** Returns the kind of goods if it has to be named: it is no ordinary game or card. */
export const namedKind = (kind: Kind | undefined): NamedKind | undefined => NAMED.find((known) => known === kind)

/** Names the kind of goods where that is needed. */
export function KindName({ kind }: { kind: Kind | undefined }) {
  const named = namedKind(kind)
  return named && <Name kind={named} />
}

function Name({ kind }: { kind: NamedKind }) {
  const t = useTexts('games')
  return (
    <p>
      <Tag>{t(`filter.${kind}`)}</Tag>
    </p>
  )
}
