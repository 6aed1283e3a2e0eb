import type { ApiProblem } from '@/api/problem'
import { useLanguage, useTexts } from '@/i18n'
import { formatDate } from '@/i18n/format'
import { formatBaht } from '@/ui/amount'
import { numberRefusal } from './channel'

/** A mobile number's monthly spending cap, as far as its operator told it. */
interface SpendCap {
  satang: number | undefined
  resetsAt: string | undefined
}

/** Returns the cap that a refusal names, as itself or as the reason against the channel. */
function spendCapOf({ code, params, body }: ApiProblem): SpendCap | undefined {
  const reason = body.reason as { code?: string; params?: Record<string, unknown> } | undefined
  const told = code === 'mobile_cap_reached' ? params : reason?.code === 'mobile_cap_reached' ? (reason.params ?? params) : undefined
  if (!told) return undefined
  const { capSatang, resetsAt } = told
  return {
    satang: typeof capSatang === 'number' ? capSatang : undefined,
    resetsAt: typeof resetsAt === 'string' && !Number.isNaN(Date.parse(resetsAt)) ? resetsAt : undefined,
  }
}

/** Returns the error of the paying number as a text for its field; a spending cap is told with its amount and the day when it starts again. */
export function useNumberRefusal(): (problem: ApiProblem) => string | undefined {
  const t = useTexts('orders')
  const language = useLanguage()
  return (problem) => {
    const refused = numberRefusal(problem)
    const cap = refused === undefined ? undefined : spendCapOf(problem)
    return (
      [
        refused,
        cap?.satang !== undefined && t('process.cap', { amount: formatBaht(cap.satang) }),
        cap?.resetsAt !== undefined && t('process.capResets', { date: formatDate(cap.resetsAt, language) }),
      ]
        .filter(Boolean)
        .join(' ') || undefined
    )
  }
}
