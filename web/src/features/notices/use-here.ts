import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { inboxChooseNotices, type NoticeSettings } from '@/api/generated'
import { ApiProblem, answerOf, problemOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { useProblemText } from '@/ui/query-error'
import { toast } from '@/ui/toast'
import { type Ability, ability, isOn, turnOff, turnOn } from './push'
import { noticesQuery } from './queries'

/** Pushes to this browser: whether they are possible, whether they are on, and a switch. */
export function useHere(userId: number, settings: NoticeSettings | undefined) {
  const t = useTexts('notices')
  const problemText = useProblemText()
  const client = useQueryClient()
  const can = useAbility()
  const turning = useMutation({
    mutationFn: async (on: boolean) => {
      const known = settings ?? (await client.fetchQuery(noticesQuery(userId)))
      if (!on) {
        await turnOff()
        return client.fetchQuery({ ...noticesQuery(userId), staleTime: 0 })
      }
      const now = await turnOn(userId, known.publicKey)
      if (typeof now === 'string' || now.push) return now
      const { mail, quietFrom = null, quietTo = null } = now
      return answerOf(inboxChooseNotices({ body: { push: true, mail, quietFrom, quietTo } }))
    },
    onSuccess: (now, on) => {
      if (typeof now === 'string') return
      client.setQueryData(noticesQuery(userId).queryKey, now)
      void toast(t(on ? 'here.turnedOn' : 'here.turnedOff'), { tone: 'success' })
    },
  })
  const { error, data } = turning
  return {
    can,
    on: settings !== undefined && isOn(userId) && settings.push && settings.subscriptions.some(({ current }) => current),
    turn: (on: boolean) => !turning.isPending && turning.mutate(on),
    turning: turning.isPending ? turning.variables : undefined,
    dismissed: can === 'possible' && data === 'dismissed',
    // A push service's refusal comes from the browser, in unhelpful words.
    error: error && (error instanceof ApiProblem ? problemText(problemOf(error)) : t('here.failed')),
  }
}

/** Updated also when the permission changes in the browser's settings. */
function useAbility(): Ability {
  const [now, setNow] = useState(ability)
  useEffect(() => {
    const over = new AbortController()
    const look = () => setNow(ability())
    addEventListener('focus', look, { signal: over.signal })
    void navigator.permissions
      ?.query({ name: 'notifications' })
      .then((permission) => permission.addEventListener('change', look, { signal: over.signal }))
      .catch(() => undefined)
    return () => over.abort()
  }, [])
  return now
}
