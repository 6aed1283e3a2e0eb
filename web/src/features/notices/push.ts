import { inboxForgetPush, inboxNoticeSettings, inboxSubscribeToPush, type NoticeSettings } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { clearMark, type Mark, mark, sessionOf, writeMark } from './mark'
import { registerWorker } from './worker'

/** The state of pushes in this browser. `denied`: its user has refused, and only they can change that, in its settings. */
export type Ability = 'unsupported' | 'denied' | 'possible'

export function ability(): Ability {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : 'possible'
}

/** Whether this user has turned on pushes in this browser, and the permission still stands. */
export const isOn = (userId: number) => ability() === 'possible' && Notification.permission === 'granted' && mark()?.user === userId

/** Called upon a press: asks the browser's user, who may refuse. */
export async function turnOn(userId: number, publicKey: string): Promise<NoticeSettings | 'denied' | 'dismissed'> {
  const answer = await Notification.requestPermission()
  if (answer !== 'granted') return answer === 'denied' ? 'denied' : 'dismissed'
  const now = await subscribe(publicKey)
  writeMark(userId)
  return now
}

/** Turns pushes to this browser off, including those on their way. */
export async function turnOff(): Promise<void> {
  const subscription = await current()
  if (subscription) await answerOf(inboxForgetPush({ body: { endpoint: subscription.endpoint } }))
  clearMark()
  await subscription?.unsubscribe()
}

/** Handles a sign-out: pushes on their way must not reach the next user. The same user gets them again with their next sign-in. */
export async function leave(): Promise<void> {
  await (await current())?.unsubscribe()
}

/**
 * Runs once a session and once a day. A new session reports the browser's subscription, and one that a push service or a new key has ended is
 * created again. If the server no longer knows a browser within the same session, it was forgotten from elsewhere.
 */
export async function repeat(userId: number): Promise<void> {
  const known = mark()
  if (known?.user !== userId || isFresh(known)) return
  if (ability() !== 'possible' || Notification.permission !== 'granted') return
  const { publicKey, subscriptions } = await answerOf(inboxNoticeSettings())
  if (known.session === sessionOf() && !subscriptions.some(({ current: here }) => here)) {
    clearMark()
    return leave()
  }
  await subscribe(publicKey)
  writeMark(userId)
}

const isFresh = ({ session, day }: Mark) => session === sessionOf() && day === new Date().toDateString()

async function subscribe(publicKey: string): Promise<NoticeSettings> {
  await registerWorker()
  const { pushManager } = await navigator.serviceWorker.ready
  const before = await pushManager.getSubscription()
  // A subscription for another key receives nothing that is sent now.
  if (before && !isFor(before, publicKey)) await before.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint, keys } = subscription.toJSON()
  return answerOf(
    inboxSubscribeToPush({ body: { endpoint: endpoint ?? '', keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } } }),
  )
}

/** Also finds it from a page that was never reloaded since. */
async function current(): Promise<PushSubscription | null | undefined> {
  if (ability() === 'unsupported') return undefined
  const registration = await navigator.serviceWorker.getRegistration()
  return registration?.pushManager.getSubscription()
}

function isFor({ options: { applicationServerKey } }: PushSubscription, publicKey: string): boolean {
  if (!applicationServerKey) return false
  const key = btoa(String.fromCharCode(...new Uint8Array(applicationServerKey)))
  return key.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === publicKey
}
