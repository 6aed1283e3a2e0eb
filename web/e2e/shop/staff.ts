import { createHmac } from 'node:crypto'
import { type APIResponse, expect, type Page } from '@playwright/test'
import { everybodyCanUse } from './fits'
import { enter } from './test'
import type { speaker } from './texts'

const STEP_MS = 30_000
const BASE_32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Returns the code of a secret in base 32 for a step of time (RFC 6238: SHA-1, six digits). */
export function codeOf(secret: string, step: number): string {
  const bits = [...secret].map((sign) => BASE_32.indexOf(sign).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', key).update(counter).digest()
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff
  return String(number % 1_000_000).padStart(6, '0')
}

/** Somebody's authenticator app. */
export class Authenticator {
  readonly #secret: string
  #last = 0

  /** The secret may be in groups, as the page shows it. */
  constructor(secret: string) {
    this.#secret = secret.replaceAll(/\s/g, '')
  }

  /** Returns a code that the shop has not seen: it takes each once, and one step before its time. */
  async code(): Promise<string> {
    this.#last = Math.max(Math.floor(Date.now() / STEP_MS), this.#last + 1)
    const early = (this.#last - 1) * STEP_MS - Date.now()
    if (early > 0) await new Promise((done) => setTimeout(done, early))
    return codeOf(this.#secret, this.#last)
  }
}

/** Headers of calls beside the page in the name of whom its browser is logged in as. */
export async function bearer(page: Page): Promise<Record<string, string>> {
  const { accessToken } = await good<{ accessToken: string }>(page.request.post('/api/oauth/refresh-token', { data: {} }))
  return { authorization: `Bearer ${accessToken}`, origin: new URL(page.url()).origin }
}

/** Logs staff in who have no second factor yet, and takes them into the console by calls alone; the page stands at `path` then. */
export async function enterConsole(page: Page, path: string, person: string): Promise<Authenticator> {
  await enter(page, '/', person)
  const headers = await bearer(page)
  const { secret } = await good<{ secret: string }>(page.request.post('/api/console/factors/totp/begin', { headers, data: {} }))
  const app = new Authenticator(secret)
  await good(page.request.post('/api/console/factors/totp/confirm', { headers, data: { code: await app.code() } }))
  await page.goto(path)
  return app
}

/** The same by the console's own pages, each of which anybody can use: the first visit sets up an authenticator app, and shows the recovery codes. */
export async function setUpConsole(
  page: Page,
  path: string,
  person: string,
  { t }: Pick<ReturnType<typeof speaker>, 't'>,
): Promise<Authenticator> {
  await enter(page, path, person)
  await expect(page.getByRole('heading', { level: 1, name: t('console:setUp.heading') })).toBeVisible()
  await everybodyCanUse(page)
  const way = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: t('console:setUp.totp') }) })
  await way.getByRole('button').click()
  const begin = page.getByRole('main').getByRole('button', { name: t('console:factors.setUpTotp'), exact: true })
  // The list of ways is gone, and with it a button of the same name.
  await expect(page.getByRole('heading', { name: t('console:setUp.passkey') })).toHaveCount(0)
  await begin.click()
  const app = new Authenticator(await page.locator('code').innerText())
  await everybodyCanUse(page)
  await typeCode(page, await app.code(), t)
  const kept = page.getByRole('button', { name: t('console:recovery.kept') })
  await expect(kept).toBeVisible()
  await everybodyCanUse(page)
  await kept.click()
  return app
}

/** Comes into the console with a factor that was set up before; the page asks for it. */
export async function proveFactor(page: Page, app: Authenticator, { t }: Pick<ReturnType<typeof speaker>, 't'>): Promise<void> {
  await expect(page.getByRole('heading', { name: t('console:entry.choose') })).toBeVisible()
  await typeCode(page, await app.code(), t)
}

/** The page sends a code by itself once it is whole. */
async function typeCode(page: Page, code: string, t: ReturnType<typeof speaker>['t']): Promise<void> {
  const field = page.getByRole('textbox', { name: t('console:entry.code') })
  await field.fill(code)
  await expect(field).toBeHidden()
}

async function good<Answer>(call: Promise<APIResponse>): Promise<Answer> {
  const answer = await call
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as Answer
}
