import type { DocumentKind, EsportGame, PlayerLack } from '@/api/generated'
import { useContent, useTexts } from '@/i18n'

/** "Lacks RoV ID and student card": the missing items in a few words. */
export function useLackLabels(game: Pick<EsportGame, 'name'>): (lacks: readonly Pick<PlayerLack, 'what' | 'kind'>[]) => string {
  const t = useTexts('registration')
  const content = useContent()
  const kind = useKindName()
  const word = ({ what, kind: paper }: Pick<PlayerLack, 'what' | 'kind'>) =>
    what === 'document' && paper ? kind(paper) : t(`lack.${what}`, { game: content(game.name) })
  return (lacks) => t('lacks', { list: [...new Set(lacks.map(word))].join(t('and')) })
}

/** Returns the common name of a kind of document. */
export function useKindName(): (kind: DocumentKind) => string {
  const t = useTexts('registration')
  return (kind) => t(`kind.${kind}`)
}
