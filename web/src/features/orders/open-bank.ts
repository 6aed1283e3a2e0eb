import type { Order } from '@/api/generated'
import { authorizeAddress, leaveTo, opensAtOnce } from '@/features/channels/authorize'
import { currentDevice, currentInAppBrowser } from '@/ui/device'

/** The parts of a channel that decide whether the bank's page opens at once. */
export interface OpenedChannel {
  flow?: string
  onPhone?: boolean
}

/** Number of the order whose bank page is to open as soon as its address is known. It is forgotten with the page. */
let requested: string | undefined

/** Whether paying by this channel on this device opens the bank's page or app. */
export const opensHere = (channel: OpenedChannel) => opensAtOnce(channel, currentDevice(), currentInAppBrowser())

/** Opens the bank's page of an order that was just placed or renewed, where this device can; otherwise its own page stays. */
export function openBank(order: Pick<Order, 'number' | 'payment'>, channel: OpenedChannel): void {
  if (opensHere(channel)) openAuthorizePage(order)
}

/** Opens the page on which the order's payment is authorized, as soon as its address is known. */
export function openAuthorizePage({ number, payment }: Pick<Order, 'number' | 'payment'>): void {
  const address = authorizeAddress(payment?.authorizeUrl)
  if (address) leaveTo(address)
  // The shop may answer before the provider.
  else if (payment?.status === 'created') requested = number
}

/** Returns whether the bank's page of this order was requested, once. */
export function takeOpenRequest(number: string): boolean {
  const isRequested = requested === number
  if (isRequested) requested = undefined
  return isRequested
}
