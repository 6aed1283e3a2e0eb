/** Some browsers also claim to be others: the more specific ones come first. */
const BROWSERS = [
  ['Edge', /\bEdgA?\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['LINE', /\bLine\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
] as const

const SYSTEMS = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const

/** Returns `Chrome · Android` from a user agent; undefined if it names nothing known. */
export function deviceName(userAgent: string | null | undefined): string | undefined {
  const name = (table: typeof BROWSERS | typeof SYSTEMS) => table.find(([, mark]) => mark.test(userAgent ?? ''))?.[0]
  return [name(BROWSERS), name(SYSTEMS)].filter((part) => part !== undefined).join(' · ') || undefined
}
