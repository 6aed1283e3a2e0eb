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

/** In a tab that stands there already, else in the one that was used last, else in a new one. */
async function open(href = '/') {
  const wanted = new URL(href, self.location.origin)
  const url = wanted.origin === self.location.origin ? wanted.href : `${self.location.origin}/`
  const tabs = await self.clients.matchAll({ type: 'window' })
  const there = tabs.find((tab) => tab.url === url)
  const tab = there ?? tabs[0]
  if (!tab) return self.clients.openWindow(url)
  await Promise.all([tab.focus(), there ? undefined : tab.navigate(url)])
}
