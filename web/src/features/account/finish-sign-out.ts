import i18next from 'i18next'
import { accountLogout, type SignedOut } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { queries } from '@/api/queries'
import { session } from '@/api/session'
import { beforeNextTry } from '@/api/try-again'
import { showAlert } from '@/ui/alert'
import { coverPage } from '@/ui/overlay'
import { configQuery } from '@/features/catalogue/queries'
import { texts } from '@/i18n'

/** Counts the starts: only the last one continues. */
let begun = 0

/**
 * Sends the logout that the server does not know of yet, and retries until it is confirmed or a user signs in; `late` is called when the first
 * try fails. Returns whether it is confirmed.
 */
export async function finishSignOut(late?: () => void): Promise<boolean> {
  begun += 1
  const mine = begun
  for (let attempt = 0; ; attempt++) {
    // The cookie identifies the user, so nobody may sign in between the check and the call.
    const heard = await session.withCookieLock(async () => (session.isSignOutPending() ? sendLogout() : undefined))
    // Another tab was quicker, or a user has signed in.
    if (heard === undefined) return session.hint() !== '1'
    if (heard) {
      await signOutAtProvider(heard)
      return true
    }
    if (attempt === 0) late?.()
    await beforeNextTry(attempt)
    if (mine !== begun) return false
  }
}

/** A refusal means that no session is left to end, unless the server was not reached, is busy, or has a fault. */
async function sendLogout(): Promise<SignedOut | false> {
  let signedOut: SignedOut = { providerStays: false }
  try {
    signedOut = await answerOf(accountLogout({ body: { everywhere: false } }))
  } catch (cause) {
    const { status } = problemOf(cause)
    if (status === 0 || status === 429 || status >= 500) return false
  }
  session.setHint(null)
  return signedOut
}

/**
 * Signs out at the login provider too, which sends the browser back to the home page. Otherwise the next login here would be taken for the
 * previous user. Where that is impossible, the page says so, and the next login asks the provider to ask for the user.
 */
export async function signOutAtProvider({ providerUrl, providerStays }: SignedOut): Promise<void> {
  if (providerUrl) {
    const uncover = coverPage()
    // The browser may keep the page as it is for the way back.
    addEventListener('pageshow', uncover, { once: true })
    return location.assign(providerUrl)
  }
  if (!providerStays) return
  if (session.hint() === null) session.setHint('ended')
  await texts('account')()
  const text = i18next.getFixedT(null, 'account', 'leaving')
  const provider = queries.getQueryData(configQuery.queryKey)?.appConfig.providerName ?? 'AIS'
  showAlert({ title: text('providerTitle', { provider }), message: text('providerText', { provider }) })
}
