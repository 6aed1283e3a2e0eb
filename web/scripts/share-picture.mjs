// Draws public/share.png, the picture of a link to Manao in a chat: `node scripts/share-picture.mjs`. Needs Chromium.
import { readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { executablePath } from './chromium.mjs'

const file = (path) => readFileSync(new URL(`../${path}`, import.meta.url))
const font = (family, weight, name) =>
  `@font-face { font-family: ${family}; font-weight: ${weight}; src: url(data:font/woff2;base64,${file(`node_modules/@fontsource/${name}.woff2`).toString('base64')}) }`
const lime = file('public/favicon.svg').toString()

/** A code-like pattern, of no real payload. */
const cells = Array.from({ length: 21 * 21 }, (_, at) => {
  const [x, y] = [at % 21, Math.floor(at / 21)]
  const eye = (x < 8 && y < 8) || (x > 12 && y < 8) || (x < 8 && y > 12)
  return !eye && (x * 7 + y * 13 + x * y * 5) % 11 < 5 ? `<rect x="${x}" y="${y}" width="1" height="1"/>` : ''
}).join('')
const eye = (x, y) => `<path d="M${x} ${y}h7v7h-7z M${x + 1} ${y + 1}v5h5v-5z M${x + 2} ${y + 2}h3v3h-3z" fill-rule="evenodd"/>`

const page = `<style>
${font('Plex', 400, 'ibm-plex-sans-thai/files/ibm-plex-sans-thai-thai-400-normal')}
${font('Plex2', 400, 'ibm-plex-sans-thai/files/ibm-plex-sans-thai-latin-400-normal')}
${font('Chakra', 600, 'chakra-petch/files/chakra-petch-latin-600-normal')}
${font('Chakra2', 600, 'chakra-petch/files/chakra-petch-thai-600-normal')}
* { box-sizing: border-box; margin: 0 }
body { width: 1200px; height: 630px; background: #0b0f0c; color: #eef3ee; font: 400 34px/1.5 Plex2, Plex; overflow: hidden; position: relative }
body > svg { position: absolute; right: -150px; top: -110px; width: 850px; opacity: .16 }
.words { position: absolute; left: 84px; top: 84px; width: 640px }
.name { display: flex; align-items: center; gap: 22px; font: 600 54px/1.3 Chakra; margin-bottom: 62px }
.name svg { width: 66px }
h1 { font: 600 66px/1.36 Chakra, Chakra2; margin-bottom: 22px }
p { color: #a9b5ab }
.card { position: absolute; right: 96px; top: 116px; width: 336px; padding: 30px 30px 24px; background: #fff; border-radius: 26px }
.card svg { display: block; width: 276px; fill: #0b0f0c; shape-rendering: crispEdges }
.paid { position: absolute; right: 56px; bottom: 66px; padding: 14px 32px; border-radius: 999px; background: #b6f23a; color: #0b0f0c; font: 600 36px/1.4 Chakra, Chakra2 }
</style>${lime}<div class="words"><div class="name">${lime}manao</div>
<h1>เติมเกม จ่ายพร้อมเพย์<br>เข้าไอดีในไม่กี่วินาที</h1>
<p>Game top-ups by PromptPay,<br>delivered in seconds</p></div>
<div class="card"><svg viewBox="0 0 21 21">${cells}${eye(0, 0)}${eye(14, 0)}${eye(0, 14)}</svg></div>
<div class="paid">ชำระแล้ว ✓ Paid</div>`

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
const tab = await browser.newPage({ viewport: { width: 1200, height: 630 } })
await tab.setContent(page)
await tab.evaluate(() => document.fonts.ready)
await tab.screenshot({ path: new URL('../public/share.png', import.meta.url).pathname })
await browser.close()
