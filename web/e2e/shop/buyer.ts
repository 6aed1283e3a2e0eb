import { type APIResponse, type Browser, type BrowserContext, expect } from '@playwright/test'
import { enter } from './test'

/** Another customer, who buys without looking at pages. */
export class Buyer {
  readonly #context: BrowserContext
  readonly #token: string

  private constructor(context: BrowserContext, token: string) {
    this.#context = context
    this.#token = token
  }

  static async enter(browser: Browser, baseURL: string, person?: string): Promise<Buyer> {
    const context = await browser.newContext({ baseURL })
    const page = await context.newPage()
    await enter(page, '/', person)
    await page.close()
    const answer = await context.request.post('/api/oauth/refresh-token', { data: {} })
    return new Buyer(context, ((await answer.json()) as { accessToken: string }).accessToken)
  }

  async order(
    productId: number,
    quantity: number,
    target: { playerId?: string; server?: string },
    expectedTotalSatang: number,
    channel = 'promptpay',
  ): Promise<{ number: string }> {
    const answer = await this.#context.request.post('/api/purchase/create-order', {
      headers: { ...this.#rights, 'idempotency-key': crypto.randomUUID() },
      data: { direct: { productId, quantity, ...target }, channel, expectedTotalSatang, again: true, regionConfirmed: true },
    })
    return (await good(answer)) as { number: string }
  }

  async cancel(number: string): Promise<void> {
    const data = { number, action: 'cancel' }
    await good(await this.#context.request.post('/api/purchase/update-order-status', { headers: this.#rights, data }))
  }

  leave(): Promise<void> {
    return this.#context.close()
  }

  get #rights(): Record<string, string> {
    return { authorization: `Bearer ${this.#token}` }
  }
}

async function good(answer: APIResponse): Promise<unknown> {
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.json()
}
