import { expect, type Page } from '@playwright/test'

interface Charge {
  chargeId: string
  /** Satang. */
  amount: number
  metadata: Record<string, string>
}

interface Rule {
  kind: string
  times?: number
  scope?: Record<string, string>
  ms?: number
  reason?: string
}

interface Subscribed {
  id: string
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** The provider's test key, as the sandbox has it. */
const KEY = `Basic ${Buffer.from('skey_test_manao:').toString('base64')}`

/** The sandbox: what the world outside the shop does. */
export class Outside {
  readonly url: string
  #broken = false

  constructor(url: string) {
    this.url = url
  }

  /** Something shall go wrong; the answer ends it. */
  async fault(rule: Rule): Promise<() => Promise<void>> {
    this.#broken = true
    const { id } = (await this.#call('POST', '/faults', rule)) as { id: string }
    return async () => {
      await this.#call('DELETE', `/faults/${id}`)
    }
  }

  async mend(): Promise<void> {
    if (this.#broken) await this.#call('DELETE', '/faults')
    this.#broken = false
  }

  /** The charge that waits for this order's money. */
  async charge(order: string): Promise<Charge> {
    const { items } = (await this.#call('GET', '/phone/payments')) as { items: Charge[] }
    const found = items.find(({ metadata }) => Object.values(metadata).includes(order))
    if (!found) throw new Error(`no charge waits for ${order}: ${JSON.stringify(items)}`)
    return found
  }

  /** The same, once it is there: the shop may have answered the order before the provider. */
  async #charged(order: string): Promise<Charge> {
    let charge: Charge | undefined
    await expect(async () => {
      charge = await this.charge(order)
    }).toPass({ timeout: 30_000 })
    return charge as unknown as Charge
  }

  /** Returns the text of the order's QR code. */
  async payload(order: string): Promise<string> {
    const { chargeId } = await this.#charged(order)
    return (await this.#call('GET', `/opn/charges/${chargeId}/payload`)) as string
  }

  /** The money comes without anybody's phone. */
  async pay(order: string): Promise<void> {
    const { chargeId } = await this.#charged(order)
    await this.#call('POST', '/phone/pay', { chargeId })
  }

  /** The provider's clock has run out for this order's code. */
  async expire(order: string): Promise<void> {
    const { chargeId } = await this.#charged(order)
    await this.#call('POST', `/opn/charges/${chargeId}/expire`)
  }

  /** Somebody scans the code with the phone in their hand and confirms. */
  async scanAndPay(phone: Page, payload: string, satang: number): Promise<void> {
    await phone.goto(`${this.url}/phone?tab=pay`)
    await phone.locator('#payload').fill(payload)
    await phone.locator('#paste button').click()
    await expect(phone.locator('#cAmount')).toHaveText((satang / 100).toLocaleString('th-TH', { minimumFractionDigits: 2 }))
    await phone.locator('#doPay').click()
    await expect(phone.locator('#slip')).toBeVisible()
  }

  /** The code of the newest text to this number, once there are so many texts. */
  async code(number: string, texts = 1): Promise<string> {
    const read = async () =>
      ((await this.#call('GET', `/phone/messages?kind=sms&to=${number}`)) as { items: Array<{ code: string | null; text: string }> }).items
    await expect.poll(async () => (await read()).length, { message: `texts to ${number}` }).toBe(texts)
    return (await read())[0]?.code ?? ''
  }

  /** The code of the newest mail to this address, once there is one. */
  async mailedCode(address: string): Promise<string> {
    const read = async () =>
      ((await this.#call('GET', `/phone/messages?kind=email&to=${address}`)) as { items: Array<{ code: string | null }> }).items[0]?.code
    await expect.poll(read, { message: `a code in a mail to ${address}` }).toMatch(/^\d{6}$/)
    return (await read()) ?? ''
  }

  /** A browser subscribes: what its push service makes of that. */
  async subscribe(key: string): Promise<Subscribed> {
    return (await this.#call('POST', '/push/subscriptions', { key })) as Subscribed
  }

  /** The text of the first push to this browser that names this, once it is there. */
  async pushed(subscription: string, about: string): Promise<string> {
    const read = async () => {
      const { items } = (await this.#call('GET', `/push/messages?subscription=${subscription}`)) as { items: Array<{ text: string }> }
      return items.map(({ text }) => text).find((text) => text.includes(about))
    }
    await expect.poll(read, { message: `a push about ${about}` }).toBeDefined()
    return (await read()) ?? ''
  }

  async #call(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await fetch(this.url + path, {
      method,
      headers: { authorization: KEY, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
  }
}
