import i18next from 'i18next'
import { queries } from '@/api/queries'
import { showAlert } from '@/app/alert'
import { configQuery } from '@/features/catalogue/queries'

/** Cookies in which a page keeps where its visitor wanted to go, until after signing in. */
const COOKIES = ['promotion_link', 'redirect_link'] as const
/** After so long they are opened (specification, "Business constants and limits"). */
const WAIT_MS = 1000

/**
 * Opens the links that were saved before signing in, each in a window of its own, and forgets each then; one that may not be opened is
 * forgotten at once. Those that the browser keeps shut are offered together, after `arrived`: a change of the page closes what is offered.
 */
export async function openSavedLinks(arrived: () => Promise<void>): Promise<void> {
  const saved = readSaved()
  if (saved.size === 0) return
  const hosts = await queries.ensureQueryData(configQuery).then(
    ({ appConfig }) => appConfig.linkHosts,
    () => undefined,
  )
  const targets = new Map<string, string>()
  for (const [name, link] of saved) {
    const target = allowed(link, hosts ?? [])
    if (target !== undefined) targets.set(name, target)
    // While nobody could say which hosts are known, the link waits for the next time.
    else if (hosts) forget(name)
  }
  if (targets.size === 0) return
  await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
  const shut = new Map<string, string>()
  for (const [name, href] of targets) {
    const opened = window.open(href, '_blank')
    // Browsers keep windows shut that no click has asked for.
    if (!opened) shut.set(name, href)
    else {
      opened.opener = null
      forget(name)
    }
  }
  if (shut.size === 0) return
  await arrived()
  // In the language of where one has arrived.
  const text = i18next.getFixedT(null, 'account', 'savedLink')
  showAlert({ title: text('title'), message: text('text'), links: [...new Set(shut.values())] })
  for (const name of shut.keys()) forget(name)
}

/** What lies in the cookies, by their names. */
function readSaved(): Map<string, string> {
  const cookies = new Map(
    document.cookie.split('; ').map((cookie) => [cookie.split('=', 1)[0] ?? '', cookie.slice(cookie.indexOf('=') + 1)]),
  )
  const links = new Map<string, string>()
  for (const name of COOKIES) {
    const value = cookies.get(name)
    if (value === undefined) continue
    try {
      links.set(name, decodeURIComponent(value))
    } catch {
      // What cannot be read leads nowhere.
      forget(name)
    }
  }
  return links
}

function forget(name: string) {
  document.cookie = `${name}=; path=/; max-age=0`
}

/** The whole address, if the link leads to this site or, by https, to one of the hosts. */
export function allowed(link: string, hosts: readonly string[]): string | undefined {
  if (!URL.canParse(link, location.origin)) return undefined
  const url = new URL(link, location.origin)
  if (url.username || url.password) return undefined
  const known = url.origin === location.origin || (url.protocol === 'https:' && hosts.includes(url.host))
  return known ? url.href : undefined
}
