// Draws public/icons and public/apple-touch-icon.png, the icons of the installed app and its shortcuts: `node scripts/app-icons.mjs`. Needs Chromium.
import { readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { executablePath } from './chromium.mjs'

const INK = '#0b0f0c'
const LIME = '#b6f23a'
const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const slice = read('public/favicon.svg')

/** The symbols of the phone's bar stand in the page's template. */
const symbol = (name) => {
  const [, shape] = new RegExp(`<symbol id="bar-${name}"[^>]*>(.*?)</symbol>`).exec(read('index.html')) ?? []
  return `<svg viewBox="0 0 24 24" fill="none" stroke="${LIME}" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">${shape}</svg>`
}
/** Those that the bar does not have, from lucide (ISC licence). */
const own = (shape) =>
  `<svg viewBox="0 0 24 24" fill="none" stroke="${LIME}" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">${shape}</svg>`
const receipt = own(
  '<path d="M4 3v18l2.7-1.5L9.3 21l2.7-1.5 2.7 1.5 2.6-1.5L20 21V3l-2.7 1.5L14.7 3 12 4.5 9.3 3 6.7 4.5Z"/><path d="M8 9h8M8 13h5"/>',
)
const inbox = own(
  '<path d="M22 12h-6l-2 3h-4l-2-3H2"/><path d="M5.45 5.11 2 12v6a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2v-6l-3.45-6.89A2 2 0 0 0 16.76 4H7.24a2 2 0 0 0-1.79 1.11z"/>',
)

/** Share of the width that the shape takes. A maskable icon may be cut to a circle of four fifths, and Apple rounds the corners itself. */
const ICONS = [
  { file: 'icons/icon-192.png', size: 192, shape: slice, part: 1, ground: 'transparent' },
  { file: 'icons/icon-512.png', size: 512, shape: slice, part: 1, ground: 'transparent' },
  { file: 'icons/maskable-192.png', size: 192, shape: slice, part: 0.64, ground: INK },
  { file: 'icons/maskable-512.png', size: 512, shape: slice, part: 0.64, ground: INK },
  { file: 'apple-touch-icon.png', size: 180, shape: slice, part: 0.74, ground: INK },
  { file: 'icons/games.png', size: 96, shape: symbol('gamepad'), part: 0.56, ground: INK },
  { file: 'icons/tournaments.png', size: 96, shape: symbol('trophy'), part: 0.54, ground: INK },
  { file: 'icons/purchases.png', size: 96, shape: receipt, part: 0.54, ground: INK },
  { file: 'icons/inbox.png', size: 96, shape: inbox, part: 0.54, ground: INK },
]

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
for (const { file, size, shape, part, ground } of ICONS) {
  const tab = await browser.newPage({ viewport: { width: size, height: size } })
  await tab.setContent(
    `<style>body { margin: 0; height: ${size}px; display: grid; place-items: center; background: ${ground} } svg { width: ${size * part}px; height: ${size * part}px }</style>${shape}`,
  )
  await tab.screenshot({ path: new URL(`../public/${file}`, import.meta.url).pathname, omitBackground: true })
  await tab.close()
}
await browser.close()
