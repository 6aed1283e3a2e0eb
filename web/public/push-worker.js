// Shows what the shop pushes to this browser, and opens its page upon a tap. It keeps nothing and stands between no page and the network.

self.addEventListener('install', () => self.skipWaiting())
// Only a page that it holds can be led elsewhere.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('push', (event) => event.waitUntil(show(event.data)))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.href))
})

/** Browsers want each push to show something, also one that cannot be read. The same tag replaces what is shown already. */
function show(data) {
  let notice = {}
  try {
    notice = data.json()
  } catch {}
  const { title = 'Manao', body = '', tag = '', href = '/account/inbox?stream=esports' } = notice
  return self.registration.showNotification(title, { body, tag, icon: '/notice.png', data: { href } })
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
