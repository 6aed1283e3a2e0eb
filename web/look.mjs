import { chromium } from '@playwright/test'
import { executablePath } from './scripts/chromium.mjs'
const base = 'http://localhost:18082'
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
const list = process.argv.slice(2)
for (const [w, h] of [
  [360, 800],
  [1280, 900],
]) {
  const c = await browser.newContext({ viewport: { width: w, height: h }, isMobile: w < 500, hasTouch: w < 500 })
  const page = await c.newPage()
  page.on('console', (m) => ['error', 'warning'].includes(m.type()) && console.log(m.type(), m.text()))
  page.on('pageerror', (e) => console.log('thrown', e.message))
  for (const path of list) {
    const r = await page.goto(base + path, { waitUntil: 'networkidle' })
    await page.waitForTimeout(300)
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    console.log(w, path, r.status(), await page.title(), 'over', over)
    await page.screenshot({ path: `/tmp/look${path.replaceAll('/', '_')}-${w}.png`, fullPage: process.env.FULL === '1' })
  }
  await c.close()
}
await browser.close()
