import { useMatchLabels } from '@/features/matches/labels'
import { hasText, useTexts } from '@/i18n'
import type { MyMatch } from './my-match'

export interface MatchText {
  what: string
  verb: string
  when?: string | undefined
}

/** Describes a match of the user in its room's words: the next step, which match it is, and when. */
export function useMatchText({ match, opponent, asked }: MyMatch): MatchText {
  const t = useTexts('matches')
  const own = useTexts('tournaments')
  const labels = useMatchLabels()
  const name = opponent ?? t('unknownSide')
  const { next, label, scheduledAt, state } = match
  const code = next?.code ?? 'none'
  const whole = (text: string) => text.replaceAll(' ', '\u00a0')
  return {
    what: hasText('matches', `title.side.${code}`)
      ? t(`title.side.${code}` as 'title.side.play', { opponent: name, proposer: name })
      : labels.state(state),
    verb: asked && hasText('matches', `asked.${code}`) ? t(`asked.${code}` as 'asked.report') : own('mine.verb.match'),
    when: [labels.round(match), labels.match(label), ...(scheduledAt ? [labels.at(scheduledAt)] : [])].map(whole).join(' · '),
  }
}
