// Shows what the shop pushes to this browser, and opens its page upon a tap. When the network does not answer, it answers with the offline page.
// It keeps nothing and delays nothing: all other answers come from the network.

/** The offline page and its policy. The build fills it in (vite.offline.config.ts), so a release with another page has another worker. */
const OFFLINE = null

self.addEventListener('install', (event) => {
  self.skipWaiting()
  // Nothing but pages need wake it, where the browser knows how to be told so.
  const rules = [{ condition: { not: { requestMode: 'navigate' } }, source: 'network' }]
  event.waitUntil(Promise.resolve(event.addRoutes?.(rules)).catch(() => undefined))
})
self.addEventListener('activate', (event) => event.waitUntil(begin()))
self.addEventListener('fetch', (event) => {
  if (OFFLINE && event.request.mode === 'navigate' && event.request.method === 'GET') event.respondWith(page(event))
})
self.addEventListener('push', (event) => event.waitUntil(show(event.data)))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.href))
})

/** Only a page that it holds can be led elsewhere. The page's request goes out while the worker starts. */
async function begin() {
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

/** The page from the network; without one, the offline page in its place. */
async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': OFFLINE.policy, 'cache-control': 'no-store' }
    return new Response(OFFLINE.html, { status: 503, headers })
  }
}

/** Browsers want each push to show something, also one that cannot be read. The same tag replaces what is shown already. */
function show(data) {
  let notice = {}
  try {
    notice = data.json()
  } catch {}
  const { title = 'Manao', body = '', tag = '', href = '/account/inbox?stream=esports' } = notice
  return self.registration.showNotification(title, { body, tag, icon: '/icons/icon-192.png', data: { href } })
}

/** In a tab that stands there already, else in one that shows tournaments or the inbox, else in a new one: where somebody buys or writes is left alone. */
async function open(href = '/') {
  const wanted = new URL(href, self.location.origin)
  const url = wanted.origin === self.location.origin ? wanted.href : `${self.location.origin}/`
  const tabs = await self.clients.matchAll({ type: 'window' })
  const there = tabs.find((tab) => tab.url === url)
  if (there) return there.focus()
  const free = tabs.find((tab) => mayBeLed(new URL(tab.url).pathname))
  if (!free) return self.clients.openWindow(url)
  try {
    await Promise.all([free.focus(), free.navigate(url)])
  } catch {
    await self.clients.openWindow(url)
  }
}

/** An entry and the promoter's desk are places where one writes. */
const mayBeLed = (path) => /^(\/en)?(\/esport\/|\/account\/inbox$)/.test(path) && !/\/(register|manage)(\/|$)/.test(path)
