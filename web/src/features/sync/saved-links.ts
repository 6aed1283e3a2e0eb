import { queries } from '@/api/queries'
import { showAlert } from '@/app/alert'
import { configQuery } from '@/features/catalogue/queries'

/** Cookies in which a page keeps where its visitor wanted to go, until after signing in. */
const COOKIES = ['promotion_link', 'redirect_link'] as const
/** After so long they are opened (specification, "Business constants and limits"). */
const WAIT_MS = 1000

/** Opens the links that were saved before signing in, each in a window of its own, and forgets them: also those that may not be opened. */
export async function openSavedLinks(words: { title: string; message: string }): Promise<void> {
  const saved = takeSaved()
  if (saved.length === 0) return
  const hosts = await queries.ensureQueryData(configQuery).then(
    ({ appConfig }) => appConfig.linkHosts,
    () => [],
  )
  const targets = saved.map((link) => allowed(link, hosts)).filter((link) => link !== undefined)
  if (targets.length === 0) return
  setTimeout(() => {
    for (const href of targets) {
      const opened = window.open(href, '_blank')
      if (opened) opened.opener = null
      // Browsers keep windows shut that no click has asked for.
      else showAlert({ ...words, href })
    }
  }, WAIT_MS)
}

function takeSaved(): string[] {
  const cookies = new Map(
    document.cookie.split('; ').map((cookie) => [cookie.split('=', 1)[0] ?? '', cookie.slice(cookie.indexOf('=') + 1)]),
  )
  const links: string[] = []
  for (const name of COOKIES) {
    const value = cookies.get(name)
    if (value === undefined) continue
    document.cookie = `${name}=; path=/; max-age=0`
    try {
      links.push(decodeURIComponent(value))
    } catch {
      // What cannot be read leads nowhere.
    }
  }
  return links
}

/** The whole address, if the link leads to this site or, by https, to one of the hosts. */
export function allowed(link: string, hosts: readonly string[]): string | undefined {
  if (!URL.canParse(link, location.origin)) return undefined
  const url = new URL(link, location.origin)
  if (url.username || url.password) return undefined
  const known = url.origin === location.origin || (url.protocol === 'https:' && hosts.includes(url.host))
  return known ? url.href : undefined
}
