import { queryOptions, useMutation } from '@tanstack/react-query'
import { consoleListStaff, type StaffList } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { queries } from '@/api/queries'
import { useTexts } from '@/i18n'
import { toast } from '@/ui/toast'
import { withFreshFactor } from '../entry/fresh-factor'

export const staffQuery = queryOptions({ queryKey: ['console', 'staff'], queryFn: () => answerOf(consoleListStaff()) })

/** An act of an admin on the staff. Its answer is the new list; after a refusal the list is read again, since a colleague may have been quicker. */
export function useStaffAct(call: () => Promise<StaffList>, onDone: () => void) {
  const t = useTexts('console')
  return useMutation({
    mutationFn: () => withFreshFactor(call),
    onSuccess: (list) => {
      queries.setQueryData(staffQuery.queryKey, list)
      void toast(t('staff.saved'), { tone: 'success' })
      onDone()
    },
    onError: () => void queries.invalidateQueries({ queryKey: staffQuery.queryKey }),
  })
}
