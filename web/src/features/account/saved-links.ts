import i18next from 'i18next'
import { queries } from '@/api/queries'
import { showAlert } from '@/ui/alert'
import { configQuery } from '@/features/catalogue/queries'
import { withoutLanguage } from '@/i18n/language'

/** Cookies in which a page stores its visitor's target until after signing in. */
const COOKIES = ['promotion_link', 'redirect_link'] as const
type Name = (typeof COOKIES)[number]
/** Wait before they are opened (specification, "Business constants and limits"). */
const WAIT_MS = 1000

/**
 * Opens the links that were saved before signing in, each in a window of its own, and forgets each then. A link that may not be opened is
 * forgotten at once, as is one to the page that signing in leads to anyway (`leadsTo`). Links that the browser blocks are offered together
 * after `arrived`: a change of the page closes the offer.
 */
export async function openSavedLinks(arrived: () => Promise<void>, leadsTo?: string): Promise<void> {
  for (const name of COOKIES) {
    const link = readLink(name)
    if (link !== undefined && leadsTo !== undefined && pageOf(link) === pageOf(leadsTo)) forget(name)
  }
  const saved = readSaved()
  if (saved.size === 0) return
  const hosts = await queries.ensureQueryData(configQuery).then(
    ({ appConfig }) => appConfig.linkHosts,
    () => undefined,
  )
  const targets = new Map<Name, string>()
  for (const [name, link] of saved) {
    const target = allowedUrl(link, hosts ?? [])
    if (target !== undefined) targets.set(name, target)
    // While the known hosts are unavailable, the link waits for the next time.
    else if (hosts) forget(name)
  }
  if (targets.size === 0) return
  await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
  const shut = new Map<Name, string>()
  for (const [name, href] of targets) {
    const opened = window.open(href, '_blank')
    // Browsers block windows that no click has asked for.
    if (!opened) shut.set(name, href)
    else {
      opened.opener = null
      forget(name)
    }
  }
  if (shut.size === 0) return
  await arrived()
  // The language of the page that was reached.
  const text = i18next.getFixedT(null, 'account', 'savedLink')
  showAlert({ title: text('title'), message: text('text'), links: Array.from(new Set(shut.values()), (href) => ({ href })) })
  for (const name of shut.keys()) forget(name)
}

/** Returns the links in the cookies, by name. */
function readSaved(): Map<Name, string> {
  return new Map(
    COOKIES.flatMap((name): [Name, string][] => {
      const link = readLink(name)
      return link === undefined ? [] : [[name, link]]
    }),
  )
}

export function readLink(name: Name): string | undefined {
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`))
  if (found === undefined) return undefined
  try {
    return decodeURIComponent(found.slice(name.length + 1))
  } catch {
    // An unreadable link leads nowhere.
    forget(name)
    return undefined
  }
}

export function saveLink(name: Name, link: string, seconds: number): void {
  document.cookie = `${name}=${encodeURIComponent(link)}; path=/; max-age=${seconds}; samesite=lax`
}

/** The page that a link of this site leads to, in whatever language. */
function pageOf(link: string): string {
  const url = URL.canParse(link, location.origin) ? new URL(link, location.origin) : undefined
  return url?.origin === location.origin ? withoutLanguage(url.pathname) + url.search : link
}

function forget(name: Name) {
  document.cookie = `${name}=; path=/; max-age=0`
}

/** The whole address, if the link leads to this site or, by https, to one of the hosts. */
export function allowedUrl(link: string, hosts: readonly string[]): string | undefined {
  if (!URL.canParse(link, location.origin)) return undefined
  const url = new URL(link, location.origin)
  if (url.username || url.password) return undefined
  const known = url.origin === location.origin || (url.protocol === 'https:' && hosts.includes(url.host))
  return known ? url.href : undefined
}
