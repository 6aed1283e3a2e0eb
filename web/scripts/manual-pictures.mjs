// Takes the pictures that the manual shows: `content/pictures/pictures.json` says which. Run by `scripts/manual-pictures`.
//
//   manual-pictures.mjs [NAME …]   all of them, or these (a later one may need what an earlier one did)
//   MANUAL_LANGUAGE=th                 of one language
//   MANUAL_BINARIES=target/release     the folder of the programs
//   MANUAL_SHOP=http://localhost:8080   takes them from this shop, which has to be new, instead of one of its own
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { chromium } from '@playwright/test'
import { runnerImport } from 'vite'
import { executablePath } from './chromium.mjs'
import { openShop } from './manual-shop.mjs'

const WEB = resolve(import.meta.dirname, '..')
const PICTURES = resolve(WEB, '../content/pictures')
const WIDTH = 390
const HEIGHT = 480
const HIGHEST = 560
const LARGEST_BYTES = 60 * 1024
const QUALITY = 0.8
const SETTLE_MS = 400
const TIMEOUT_MS = 8_000

/** The shop's own bars would take half of a picture. */
const style = (bar) => `header.sticky, footer, .bottom-bar, .cookie-bar ${bar ? '' : ', .action-bar'} { display: none !important }
  :root { scrollbar-width: none; --covered: 0px !important }`

const all = JSON.parse(readFileSync(join(PICTURES, 'pictures.json'), 'utf8'))
const names = process.argv.slice(2)
const unknown = names.filter((name) => !all.some((picture) => picture.name === name))
if (unknown.length > 0) throw new Error(`pictures.json has no ${unknown.join(', ')}`)
const wanted = names.length > 0 ? all.filter(({ name }) => names.includes(name)) : all

const { module: thai } = await runnerImport('./vite.thai.ts', { root: WEB, configFile: false })

/** Returns a function that puts texts of the language in the place of `{namespace:key}`, as the built pages show them. */
function speaker(language) {
  const files = new Map()
  const load = async (namespace) => {
    if (!files.has(namespace)) {
      const { module } = await runnerImport(`./src/i18n/${language}/${namespace}.ts`, { root: WEB, configFile: false })
      files.set(namespace, module.default)
    }
    return files.get(namespace)
  }
  return async (selector) => {
    let said = selector
    for (const [whole, namespace, key] of selector.matchAll(/\{(\w+):([\w.]+)\}/g)) {
      // Few, and each is loaded once.
      // oxlint-disable-next-line no-await-in-loop
      const text = key.split('.').reduce((part, name) => part?.[name], await load(namespace))
      if (typeof text !== 'string') throw new Error(`no text ${namespace}:${key}`)
      said = said.replace(whole, thai.joinThai(text))
    }
    return said
  }
}

async function json(answer) {
  if (!answer.ok()) throw new Error(`${answer.url()}: ${answer.status()} ${await answer.text()}`)
  return answer.json()
}

/** Signs a person of the demo in, who accepts the terms and goes on with their first profile where that is asked. */
async function signIn(page, shop, person) {
  const login = async (query) => (await json(await page.request.get(`${shop}/api/auth/login?${new URLSearchParams(query)}`))).url
  const back = await page.request.get(await login({ loginHint: person, prompt: 'none' }), { maxRedirects: 0 })
  const { code, state } = Object.fromEntries(new URL(back.headers().location ?? '').searchParams)
  const { accessToken } = await json(await page.request.post(`${shop}/api/oauth/sessions`, { data: { code, state } }))
  const headers = { authorization: `Bearer ${accessToken}` }
  const { skip, users } = await json(await page.request.get(`${shop}/api/account/check`, { headers }))
  if (skip === 0) {
    const data = { selectedUserId: users[0]?.user_id ?? 0 }
    await json(await page.request.post(`${shop}/api/account/continue`, { headers, data }))
  }
  await json(await page.request.post(`${shop}/api/oauth/logout`, { headers, data: {} }))
  await page.goto(await login({ returnTo: '/terms', loginHint: person, prompt: 'none' }))
  await page.waitForURL((url) => url.pathname === '/terms')
}

/** Waits until nothing is loading. Live pages never fall silent, so the network is no measure. */
async function quiet(page) {
  const isDone = () => document.querySelector('.skeleton, [aria-busy="true"]') === null && document.querySelector('h1') !== null
  await page.waitForFunction(isDone)
  await page.waitForTimeout(SETTLE_MS)
  await page.waitForFunction(isDone)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}

/** Draws the ring above everything, dialogs included, and returns where it lies. */
const drawRing = (element) => {
  const { left, top, width, height } = element.getBoundingClientRect()
  const ring = document.createElement('div')
  const gap = 6
  const edge = 3
  const from = Math.max(edge, left - gap)
  const to = Math.min(innerWidth - edge, left + width + gap)
  ring.popover = 'manual'
  ring.style.cssText = `position: fixed; inset: auto; margin: 0; padding: 0; left: ${from}px; top: ${top - gap}px;
    width: ${to - from}px; height: ${height + 2 * gap}px; background: none; pointer-events: none; box-sizing: border-box;
    border: 3px solid #b6f23a; border-radius: 14px; box-shadow: 0 0 0 3px #0a0d0b`
  document.body.append(ring)
  ring.showPopover()
  return { top: top - gap, bottom: top + height + gap }
}

async function take(page, shop, language, say, picture) {
  const { name, path, ring, from, steps = [], height = HEIGHT, bar = false, near = false } = picture
  if (height > HIGHEST) throw new Error(`${name} is higher than ${HIGHEST} px`)
  await page.setViewportSize({ width: WIDTH, height })
  await page.goto(shop + (language === 'en' ? `/en${path}` : path))
  await page.addStyleTag({ content: style(bar) })
  await quiet(page)
  for (const step of steps) {
    const [[action, selector]] = Object.entries(step)
    // In their order.
    // oxlint-disable-next-line no-await-in-loop
    const element = page.locator(await say(selector)).first()
    // oxlint-disable-next-line no-await-in-loop
    await (action === 'check' ? element.check() : element.click())
    // oxlint-disable-next-line no-await-in-loop
    await page.addStyleTag({ content: style(bar) })
    // oxlint-disable-next-line no-await-in-loop
    await quiet(page)
  }
  const target = page.locator(await say(ring)).first()
  await target.waitFor()
  const start = from && page.locator(await say(from)).first()
  if (start) await start.evaluate((element) => window.scrollTo(0, element.getBoundingClientRect().top + scrollY - 16))
  else {
    await target.evaluate((element, block) => element.scrollIntoView({ block, inline: 'center' }), near ? 'nearest' : 'center')
  }
  await quiet(page)
  // The pointer and the focus belong to somebody else.
  await page.mouse.move(0, 0)
  await page.evaluate(() => document.activeElement?.blur?.())
  const { top, bottom } = await target.evaluate(drawRing)
  if (top < 0 || bottom > height) throw new Error(`${name} (${language}): the ring lies from ${top} to ${bottom} of ${height}`)
  return page.screenshot({ animations: 'disabled' })
}

/** Converts a PNG by the browser's own encoder. */
async function toWebp(browser, png) {
  const page = await browser.newPage()
  const data = await page.evaluate(
    async ([url, quality]) => {
      const bitmap = await createImageBitmap(await (await fetch(url)).blob())
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
      const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/webp', quality })).arrayBuffer())
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    },
    [`data:image/png;base64,${png.toString('base64')}`, QUALITY],
  )
  await page.close()
  return Buffer.from(data, 'base64')
}

const failed = []
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })

/** Takes the pictures of one language from a shop in which nobody did anything yet. */
async function takeAll(language) {
  const shop = process.env.MANUAL_SHOP ? { url: process.env.MANUAL_SHOP, close: async () => {} } : await openShop()
  const say = speaker(language)
  const people = new Map()
  const pageOf = async (person) => {
    if (!people.has(person)) {
      const context = await browser.newContext({
        viewport: { width: WIDTH, height: HEIGHT },
        deviceScaleFactor: 2,
        isMobile: true,
        hasTouch: true,
        reducedMotion: 'reduce',
        locale: language === 'th' ? 'th-TH' : 'en-GB',
        timezoneId: 'Asia/Bangkok',
      })
      await context.addInitScript(() => localStorage.setItem('manao.cookies', '1'))
      const page = await context.newPage()
      page.setDefaultTimeout(TIMEOUT_MS)
      if (person !== 'visitor') await signIn(page, shop.url, person)
      people.set(person, page)
    }
    return people.get(person)
  }
  for (const picture of wanted) {
    try {
      // One after another: a later one may need what an earlier one did.
      // oxlint-disable-next-line no-await-in-loop
      const webp = await toWebp(browser, await take(await pageOf(picture.as), shop.url, language, say, picture))
      writeFileSync(join(PICTURES, `${picture.name}.${language}.webp`), webp)
      console.log(`${(webp.length / 1024).toFixed(1).padStart(6)} KB  ${picture.name}.${language}.webp`)
      if (webp.length > LARGEST_BYTES) failed.push(`${picture.name}.${language}: larger than ${LARGEST_BYTES / 1024} KB`)
    } catch (error) {
      failed.push(`${picture.name}.${language}: ${error.message.split('\nCall log')[0]}`)
    }
  }
  await shop.close()
}

for (const language of process.env.MANUAL_LANGUAGE?.split(',') ?? ['th', 'en']) {
  // Two shops at once are more than a small machine bears.
  // oxlint-disable-next-line no-await-in-loop
  await takeAll(language)
}
await browser.close()
for (const line of failed) console.error(line)
process.exit(failed.length > 0 ? 1 : 0)
