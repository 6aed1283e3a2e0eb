import type { FaqQuery } from '@/api/catalogue.gen'

type Question = FaqQuery['faq'][number]

const THEMES = ['payment', 'delivery', 'account', 'coupon', 'esports', 'safety', 'other'] as const

/** Returns the questions by theme, in their order; a theme without any is left out. */
export function themesOf(questions: readonly Question[]) {
  return THEMES.map((theme) => ({ theme, questions: questions.filter((question) => question.theme === theme) })).filter(
    (group) => group.questions.length > 0,
  )
}
