import type { Device, InAppBrowser } from '@/ui/device'

const THIS_MACHINE: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/** Returns the bank's address if it may be opened: `https:`, or `http:` on this machine, where the sandbox runs. */
export function authorizeAddress(url: string | null | undefined): string | undefined {
  if (!url || !URL.canParse(url)) return undefined
  const { protocol, hostname, href } = new URL(url)
  return protocol === 'https:' || (protocol === 'http:' && THIS_MACHINE.includes(hostname)) ? href : undefined
}

interface RedirectChannel {
  flow?: string
  onPhone?: boolean
}

/** Whether paying by this channel leads straight to the bank's page or app, instead of to the order's page. */
export function opensAtOnce({ flow, onPhone = false }: RedirectChannel, device: Device, inApp: InAppBrowser | undefined): boolean {
  return flow === 'redirect' && (!onPhone || (device !== 'web' && inApp === undefined))
}

/** Leaves this site. A function of its own, so that tests can replace it. */
export function leaveTo(address: string): void {
  window.location.assign(address)
}
