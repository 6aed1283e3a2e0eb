/** The kinds of devices that a payment distinguishes; `web` is a computer. */
export type Device = 'ios' | 'android' | 'web'

/** Apps that open links in a browser of their own, from which banking apps often do not open. */
export type InAppBrowser = 'line' | 'facebook' | 'instagram' | 'messenger' | 'tiktok'

/** The parts of `navigator` that tell devices apart. */
export interface BrowserTraits {
  userAgent: string
  maxTouchPoints?: number
  userAgentData?: { platform: string }
}

export function deviceOf({ userAgent, maxTouchPoints = 0, userAgentData }: BrowserTraits): Device {
  if (userAgentData?.platform === 'Android' || userAgent.includes('Android')) return 'android'
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios'
  // An iPad calls itself a Mac, but no Mac has a touch screen.
  return userAgent.includes('Macintosh') && maxTouchPoints > 1 ? 'ios' : 'web'
}

// Messenger also carries Facebook's marks, so it comes first.
const IN_APP: readonly (readonly [InAppBrowser, RegExp])[] = [
  ['line', /\bLine\//i],
  ['messenger', /FBAN\/Messenger|MessengerForiOS|MessengerLiteForiOS|Orca-Android|FB_IAB\/(Messenger|Orca)/i],
  ['instagram', /\bInstagram\b/],
  ['tiktok', /musical_ly|BytedanceWebview|\bTikTok\b|\btrill_/i],
  ['facebook', /\bFBAN\/|\bFBAV\/|\bFB_IAB\//],
]

/** Returns the app whose own browser this is, if any. */
export function inAppBrowserOf(userAgent: string): InAppBrowser | undefined {
  return IN_APP.find(([, mark]) => mark.test(userAgent))?.[0]
}

/** Returns this device. The server, which renders for everyone, counts as a computer. */
export function currentDevice(): Device {
  return typeof navigator === 'undefined' ? 'web' : deviceOf(navigator)
}

export const isPhone = () => currentDevice() !== 'web'

export function currentInAppBrowser(): InAppBrowser | undefined {
  return typeof navigator === 'undefined' ? undefined : inAppBrowserOf(navigator.userAgent)
}
