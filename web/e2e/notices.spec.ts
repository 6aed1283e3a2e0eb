import { type BrowserContext, type CDPSession, type Page, type Worker } from '@playwright/test'
import { as, openForm, signIn } from './shop/esports'
import { newName } from './shop/names'
import { everybodyCanUse } from './shop/fits'
import type { Outside } from './shop/outside'
import { enter, expect, SIZES, test } from './shop/test'

/** Unread messages reach a browser that is elsewhere: from the switch in the settings to the page that the notice opens. */

const PERSON = 'player-1853'

/** A browser without a window has no push service: the sandbox's stands in, and this one is told what it has made. */
async function subscribesAtSandbox(context: BrowserContext, outside: Outside): Promise<() => string> {
  let id = ''
  await context.exposeFunction('subscribeAtSandbox', async (key: string) => {
    const made = await outside.subscribe(key)
    id = made.id
    return made
  })
  await context.addInitScript(() => {
    const world = window as unknown as { subscribeAtSandbox: (key: unknown) => Promise<object & { endpoint: string }> }
    let made: PushSubscription | null = null
    // It lets the page when it is asked, and says otherwise all the same.
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    PushManager.prototype.getSubscription = async () => made
    PushManager.prototype.subscribe = async (options) => {
      const answer = await world.subscribeAtSandbox(options?.applicationServerKey)
      const unsubscribe = async () => {
        made = null
        return true
      }
      made = { ...answer, toJSON: () => answer, unsubscribe } as unknown as PushSubscription
      return made
    }
  })
  return () => id
}

/** Hands the worker a push, as the browser does once its push service has it. */
async function deliver(devtools: CDPSession, origin: string, data: string): Promise<void> {
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ isDeleted }) => !isDeleted)
      if (own) resolve(own.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data })
}

interface Shown {
  title: string
  tag: string
  href: string
}

/** The notices shown by the worker since. A browser without a window shows none, so they are only recorded here. */
async function shows(worker: Worker): Promise<() => Promise<Shown[]>> {
  await worker.evaluate(() => {
    const { registration, shown } = Object.assign(self as unknown as { registration: ServiceWorkerRegistration }, { shown: [] as object[] })
    registration.showNotification = async (title, { tag, data } = {}) => void shown.push({ title, tag, href: (data as Shown).href })
  })
  return () => worker.evaluate(() => (self as unknown as { shown: Shown[] }).shown)
}

/** A tap on what is shown. The browser lets only a finger give a tab the focus, so that this alone is refused here. */
const tap = (worker: Worker) =>
  worker.evaluate(() => {
    const [{ href } = { href: '' }] = (self as unknown as { shown: Shown[] }).shown
    const notification = { close: () => undefined, data: { href } }
    const waitUntil = (work: Promise<unknown>) => void work.catch(() => undefined)
    self.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil }))
  })

async function openSettings(page: Page, t: (key: 'notices:heading') => string): Promise<void> {
  await page.getByRole('button', { name: t('notices:heading') }).click()
}

for (const [language, { size, use }] of [
  ['th', SIZES[1]],
  ['en', SIZES[0]],
] as const) {
  test.describe(`${language} ${size}`, () => {
    test.use({
      ...use,
      language,
      permissions: ['notifications'],
      serviceWorkers: 'allow',
      contextOptions: { reducedMotion: 'reduce' },
    })

    test('a message is pushed to who is elsewhere, and leads to its place', async ({
      page,
      context,
      request,
      playwright,
      baseURL,
      outside,
      say: { t, at },
    }) => {
      const shop = baseURL ?? ''
      const subscription = await subscribesAtSandbox(context, outside)
      await page.addInitScript(() => localStorage.setItem('manao.cookies', '2026-01-01'))
      await enter(page, at('/account/inbox'), PERSON)
      await openSettings(page, t)
      const here = page.getByRole('switch', { name: t('notices:here.label') })
      await here.press('Space')
      await expect(page.getByText(t('notices:state.on'))).toBeVisible()
      const quiet = page.getByRole('switch', { name: t('notices:quiet.label') })
      await quiet.press('Space')
      await expect(page.getByRole('combobox', { name: t('notices:quiet.from') })).toHaveValue('1320')
      await everybodyCanUse(page)
      // Whatever the hour is, it is not quiet now.
      await quiet.press('Space')
      await expect(page.getByRole('combobox', { name: t('notices:quiet.from') })).toHaveCount(0)
      const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
      const shown = await shows(worker)
      // On a page that a notice may lead elsewhere from.
      await page.goto(at('/esport/tournament'))

      const promoter = await as(request, 'promoter')
      const { items } = (await (await request.get('/api/tournament/form/create/list/game')).json()) as {
        items: Array<{ id: number; solo: boolean }>
      }
      const name = newName('ถ้วยแจ้งเตือน', 'Push Cup')
      const { id } = (await promoter('create', openForm(name, -60, items.find(({ solo }) => solo)?.id ?? 0))) as { id: number }
      const player = await signIn(await playwright.request.newContext({ baseURL: shop }), PERSON)
      await player.call('save-register-tournament', {
        tournamentId: id,
        players: [{ userId: player.id, gameId: '20395830', role: 'main' }],
      })

      // They may play in other cups too, of which something is told meanwhile.
      const text = await outside.pushed(subscription(), `/esport/tournament/${id}/`)
      const notice = JSON.parse(text) as Shown
      await deliver(await context.newCDPSession(page), shop, text)
      await expect.poll(shown).toEqual([{ title: notice.title, tag: notice.tag, href: notice.href }])
      expect(notice.href).toMatch(new RegExp(`/esport/tournament/${id}/register$`))
      await tap(worker)
      await page.waitForURL((url) => url.pathname === notice.href)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    })
  })
}

test('who has refused is told where that is changed, and nothing is asked of them', async ({ page, say: { t, at } }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' })
    Notification.requestPermission = () => Promise.reject(new Error('asked'))
  })
  await enter(page, at('/account/inbox'))
  await openSettings(page, t)
  await expect(page.getByRole('switch', { name: t('notices:here.label') })).toBeDisabled()
  await expect(page.getByText(t('notices:here.denied'))).toBeVisible()
  await everybodyCanUse(page)
})
