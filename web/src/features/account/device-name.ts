/** Browsers that call themselves others too: the more particular first. */
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

/** `Chrome · Android`, of what a browser says of itself; nothing when it says nothing known. */
export function deviceName(userAgent: string | null | undefined): string | undefined {
  const name = (table: typeof BROWSERS | typeof SYSTEMS) => table.find(([, mark]) => mark.test(userAgent ?? ''))?.[0]
  return [name(BROWSERS), name(SYSTEMS)].filter((part) => part !== undefined).join(' · ') || undefined
}
