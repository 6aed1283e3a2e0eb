import { linkOptions } from '@tanstack/react-router'
import { LISTS } from '@/features/articles/kinds'
import type { SearchHit } from '@/api/generated'

/** Returns the page of a found thing: the console's where it has a room for it, else the shop's. */
export function addressOf({ kind, key, title }: SearchHit) {
  switch (kind) {
    case 'order':
      return linkOptions({ to: '/console/orders/$number', params: { number: key } })
    case 'person':
      return linkOptions({ to: '/esport/player/$id', params: { id: key } })
    case 'team':
      return linkOptions({ to: '/esport/team/$id', params: { id: key } })
    case 'tournament':
      return linkOptions({ to: '/esport/tournament/$id', params: { id: key } })
    case 'article':
      return articleAddress(key, title)
  }
}

function articleAddress(key: string, title: string) {
  const slash = key.indexOf('/')
  const [kind, id] = [key.slice(0, slash).toUpperCase(), key.slice(slash + 1)]
  const listed = (Object.keys(LISTS) as Array<keyof typeof LISTS>).find((known) => known === kind)
  if (listed) return linkOptions({ to: `${LISTS[listed]}/$id`, params: { id } })
  if (kind === 'MANUAL' && !id.includes('/')) return linkOptions({ to: '/manual/$page', params: { page: id } })
  if (kind === 'MANUAL') return linkOptions({ to: '/manual/tournament-system/$page', params: { page: id.slice(id.indexOf('/') + 1) } })
  return linkOptions({ to: '/search', search: { q: title } })
}
