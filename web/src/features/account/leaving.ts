import i18next from 'i18next'
import { accountLogout, type SignedOut } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { queries } from '@/api/queries'
import { sessionHint, isSignOutPending, setSessionHint, withCookieLock } from '@/api/session'
import { beforeNextTry } from '@/api/try-again'
import { showAlert } from '@/ui/alert'
import { configQuery } from '@/features/catalogue/queries'
import { texts } from '@/i18n'

/** How often it was begun to tell the server: the last one goes on with it. */
let begun = 0

/**
 * Tells the server of somebody who has left here while it could not be reached, until it has heard it or somebody signs in again; `late` is
 * called when it does not hear it at once. Answers whether it has heard it.
 */
export async function finishLeaving(late?: () => void): Promise<boolean> {
  begun += 1
  const mine = begun
  for (let attempt = 0; ; attempt++) {
    // The cookie says who, so that nobody may come in between the look and the call.
    const heard = await withCookieLock(async () => (isSignOutPending() ? tell() : undefined))
    // Another tab was quicker, or somebody has signed in.
    if (heard === undefined) return sessionHint() !== '1'
    if (heard) {
      await leaveProvider(heard)
      return true
    }
    if (attempt === 0) late?.()
    await beforeNextTry(attempt)
    if (mine !== begun) return false
  }
}

/** A refusal means that there is nobody to sign out any more, unless the server was not reached, is busy, or has a fault. */
async function tell(): Promise<SignedOut | false> {
  let signedOut: SignedOut = { providerStays: false }
  try {
    signedOut = await answerOf(accountLogout({ body: { everywhere: false } }))
  } catch (cause) {
    const { status } = problemOf(cause)
    if (status === 0 || status === 429 || status >= 500) return false
  }
  setSessionHint(null)
  return signedOut
}

/**
 * Signs out at the login provider too, who sends the browser back to the home page: the next one to log in here is else taken for the person
 * before. Where that cannot be done, the page says so, and the next login asks the provider to ask who it is.
 */
export async function leaveProvider({ providerUrl, providerStays }: SignedOut): Promise<void> {
  if (providerUrl) return location.assign(providerUrl)
  if (!providerStays) return
  if (sessionHint() === null) setSessionHint('ended')
  await texts('account')()
  const text = i18next.getFixedT(null, 'account', 'leaving')
  const provider = queries.getQueryData(configQuery.queryKey)?.appConfig.providerName ?? 'AIS'
  showAlert({ title: text('providerTitle', { provider }), message: text('providerText', { provider }) })
}
