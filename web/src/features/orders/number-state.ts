import { texts } from '@/i18n'
import { part } from '@/ui/load'

/** The state of a package on a number. Only goods for a mobile number need it. */
export const NumberState = part(async () => {
  const [state] = await Promise.all([import('@/features/numbers/line-state'), texts('numbers')()])
  return state
})
