import type { ComponentType } from 'react'
import { useSession } from '@/api/session'
import { useTexts } from '@/i18n'
import type { CardKind } from './card-kinds'
import { OwnEntry, OwnMatch } from './own-entry'
import { OwnOrder } from './own-order'
import { OwnTeam } from './own-team'
import { StateCard } from './state-card'

const CARDS: Record<CardKind, ComponentType> = { team: OwnTeam, entry: OwnEntry, match: OwnMatch, order: OwnOrder }

/** The reader's own state in what the page is about, and the one thing to do next. */
export default function OwnState({ kind }: { kind: CardKind }) {
  const t = useTexts('manual')
  const me = useSession((session) => session.me)
  if (!me) return null
  const Card = CARDS[kind]
  if (me.verified || kind === 'order') return <Card key={me.id} />
  return <StateCard title={t('own.verify')} text={t('own.verifyText')} action={{ to: '/account/verify', label: t('own.verifyDo') }} />
}
