// How a large bracket opens, changes and moves in Chromium, for `manao-bench brackets`. Takes {origin, id, token} as JSON from its standard
// input, `token` being of somebody who may enter results; answers milliseconds as JSON: medians and the worst of several turns.
import { text } from 'node:stream/consumers'
import { chromium } from '@playwright/test'
import { executablePath } from './chromium.mjs'

const OPENINGS = 7
const RESULTS = 20
const { origin, id, token } = JSON.parse(await text(process.stdin))
const address = `${origin}/en/esport/tournament/${id}/bracket`
const card = (match) => `[data-match="${match}"]`

async function call(path, body) {
  const answer = await fetch(`${origin}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path} ${answer.status} ${await answer.text()}`)
  return answer.json()
}

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
const ready = async () => (await call('/bracket/get-bracket', { id })).matches.filter(({ state }) => state === 'ready')

/** A page in a browser that has nothing kept; when it painted first, and when its first card stood there. */
async function open() {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(() => {
    window.longTasks = []
    new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
      buffered: true,
    })
    const look = () => (document.querySelector('[data-match]') ? (window.firstCard = performance.now()) : requestAnimationFrame(look))
    requestAnimationFrame(look)
  })
  await page.goto(address)
  await page.waitForFunction(() => window.firstCard)
  const times = await page.evaluate(() => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0].startTime,
    card: window.firstCard,
    cards: document.querySelectorAll('[data-match]').length,
  }))
  return { page, ...times, close: () => context.close() }
}

const openings = []
for (let turn = 0; turn < OPENINGS; turn++) {
  const { close, ...times } = await open()
  openings.push(times)
  await close()
}

// One reader stays and sees results come in, each of them of a card on the screen.
const { page } = await open()
await page.waitForTimeout(3000)
const shown = new Set(await page.evaluate(() => [...document.querySelectorAll('[data-match]')].map((one) => Number(one.dataset.match))))
const updates = []
await page.evaluate(() => (window.longTasks.length = 0))
for (const match of (await ready()).filter(({ id: own }) => shown.has(own)).slice(0, RESULTS)) {
  const changed = page.evaluate(
    ([selector]) =>
      new Promise((resolve) => {
        const before = document.querySelector(selector).textContent
        const look = () =>
          document.querySelector(selector)?.textContent === before
            ? requestAnimationFrame(look)
            : resolve(performance.timeOrigin + performance.now())
        look()
      }),
    [card(match.id)],
  )
  const games = Array.from({ length: Math.floor(match.bestOf / 2) + 1 }, () => ({ home: 1, away: 0 }))
  const sent = performance.timeOrigin + performance.now()
  await call(`/tournament/submit-match-score/${match.id}`, { games, version: match.version })
  const answered = performance.timeOrigin + performance.now()
  updates.push({ painted: (await changed) - sent, call: answered - sent })
}
const updateTasks = await page.evaluate(() => window.longTasks.splice(0))

// The wheel moves the tree; frames that take longer than one of a screen with 60 are seen as a jerk.
const plane = await page.getByRole('application').boundingBox()
await page.mouse.move(plane.x + plane.width / 2, plane.y + 200)
await page.evaluate(() => {
  window.frames = []
  let last = performance.now()
  const frame = (now) => {
    window.frames.push(now - last)
    last = now
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
})
for (let turn = 0; turn < 60; turn++) await page.mouse.wheel(0, turn < 40 ? 160 : -160)
const frames = await page.evaluate(() => window.frames)
await browser.close()

const at = (list, part) => [...list].sort((one, other) => one - other)[Math.min(list.length - 1, Math.floor(list.length * part))] ?? 0
const of = (list) => ({ median: at(list, 0.5), worst: at(list, 1) })
console.log(
  JSON.stringify({
    paint: of(openings.map(({ paint }) => paint)),
    card: of(openings.map(({ card: first }) => first)),
    cards: openings[0].cards,
    results: updates.length,
    painted: of(updates.map(({ painted }) => painted)),
    call: of(updates.map(({ call: took }) => took)),
    updateTask: at(updateTasks, 1),
    frame: { ...of(frames), p95: at(frames, 0.95) },
  }),
)
