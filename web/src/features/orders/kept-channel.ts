/** The way to pay that was chosen, while verifying a number leads away from the page. */
const CHANNEL = 'manao.channel'

export function keepChannel(channel: string): void {
  try {
    sessionStorage.setItem(CHANNEL, channel)
  } catch {
    // Storage may be refused; then the first channel is chosen again.
  }
}

export function keptChannel(): string | null {
  try {
    return sessionStorage.getItem(CHANNEL)
  } catch {
    return null
  }
}
