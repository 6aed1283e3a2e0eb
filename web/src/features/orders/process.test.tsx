import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { queries } from '@/api/queries'
import { startTexts, texts } from '@/i18n'
import { useRecentPurchasesStore } from './recent-purchases'
import { keepNumber } from '@/features/numbers/number'
import type { Item } from './items'
import { savePendingOrder, loadPendingOrder } from './pending-order'
import { Checkout } from './checkout'

vi.mock('@tanstack/react-router', async (original) => ({ ...(await original<object>()), useNavigate: () => vi.fn(), Link: () => null }))

vi.mock('@/features/channels/authorize', async (original) => ({
  ...(await original<object>()),
  leaveTo: (address: string) => left.push(address),
}))

vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  purchaseCreateOrder: async ({ headers, body }: { headers: { 'Idempotency-Key': string }; body: Sent['body'] }) => {
    sent.push({ key: headers['Idempotency-Key'], body })
    if (placed) return { data: placed, response: new Response() }
    if (error === undefined) throw new TypeError('nothing was heard')
    return { error, response: new Response(null, { status: error.status }) }
  },
  subscriptionsSendConsentCode: async ({ body }: { body: object }) => {
    consents.push(body)
    return { data: { reference: 'r', refCode: 'KQXZ', expiresIn: 180, resendIn: 60 }, response: new Response() }
  },
  subscriptionsConfirmConsent: async () => ({
    data: { numberMasked: '08x-xxx-5678', expiresAt: '2026-11-30T00:00:00Z' },
    response: new Response(),
  }),
  paymentsCheckRule: async () => {
    if (rule === undefined) throw new TypeError('nothing was heard')
    return { data: rule, response: new Response() }
  },
  mobileCheckCreditBalance: async () => {
    if (credit === undefined) throw new TypeError('nothing was heard')
    return { data: credit, response: new Response() }
  },
}))

interface Sent {
  key: string
  body: {
    cartItemIds: number[]
    expectedTotalSatang: number
    channel: string
    device: string
    mobileNumber?: string
    myNumber?: boolean
    again?: boolean
    regionConfirmed?: boolean
  }
}

let sent: Sent[] = []
/** Texts that asked owners of numbers for their consent. */
const consents: object[] = []
/** Addresses for which the page was left. */
const left: string[] = []
let placed: object | undefined
/** The operator's answer about the user's own number. */
let credit: object | undefined
/** The shop's answer about the user's own number. */
let rule: object | undefined
/** The shop's answer; undefined when it is not heard. */
let error: (Record<string, unknown> & { status: number }) | undefined

beforeAll(async () => {
  await startTexts('en')
  await texts('orders')()
})

beforeEach(() => {
  sent = []
  consents.length = 0
  placed = undefined
  credit = undefined
  rule = undefined
  queries.clear()
  sessionStorage.clear()
})

const KBANK = {
  code: 'kbank',
  byNumber: false,
  networkTypes: [],
  flow: 'redirect',
  onPhone: true,
  name: { th: 'K PLUS', en: 'K PLUS' },
  usualSeconds: 25,
  refund: { whole: true },
  allowed: true,
}

const WALLET = { ...KBANK, code: 'wallet', name: { th: 'ทรูมันนี่', en: 'TrueMoney' } }

function page(totalSatang: number, onChanged: () => void, items: Item[] = [], preferred?: string, own?: string, wallet: object = WALLET) {
  return (
    <QueryClientProvider client={queries}>
      <Checkout
        items={items}
        selection={{ cartItemIds: items.map(({ key }) => Number(key)) }}
        channels={[
          { code: 'promptpay', byNumber: false, networkTypes: [], name: { th: 'พร้อมเพย์', en: 'PromptPay' }, allowed: true },
          { code: 'ais_prepaid', byNumber: true, networkTypes: ['prepaid'], name: { th: 'เติมเงิน', en: 'Prepaid' }, allowed: true },
          { code: 'ais_postpaid', byNumber: true, networkTypes: ['postpaid'], name: { th: 'รายเดือน', en: 'Postpaid' }, allowed: true },
          KBANK,
          { ...WALLET, ...wallet },
        ]}
        own={own}
        totals={{ vatSatang: 0, subtotalSatang: 2000, discountSatang: 0, totalSatang }}
        onHold={vi.fn()}
        preferred={preferred}
        onChanged={onChanged}
      />
    </QueryClientProvider>
  )
}

it('shows the new total after the question about it was put away', async () => {
  error = { status: 409, code: 'price_changed', message: 'The price has changed', params: { totalSatang: 5_500 } }
  const changed = vi.fn()
  const { rerender } = render(page(4_900, changed))
  fireEvent.click(screen.getByRole('button', { name: /^Pay ฿49.00/ }))
  await screen.findByText('It was ฿49.00 and is now ฿55.00. Do you want to pay the new total?')
  expect(changed).toHaveBeenCalledOnce()
  // The page has asked again; the question still names both totals.
  rerender(page(5_500, changed))
  screen.getByText('It was ฿49.00 and is now ฿55.00. Do you want to pay the new total?')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  const pay = await waitFor(() => screen.getByRole('button', { name: /^Pay ฿55.00/ }))
  fireEvent.click(pay)
  await waitFor(() => expect(sent.map(({ body }) => body.expectedTotalSatang)).toEqual([4_900, 5_500]))
})

const number = () => screen.getByLabelText<HTMLInputElement>('Mobile number to charge')
const pay = async (times: number, button = /^Pay ฿49.00/) => {
  fireEvent.click(screen.getByRole('button', { name: button }))
  await waitFor(() => expect(sent).toHaveLength(times))
  await screen.findByRole('button', { name: button })
}

it('takes the own number first, which nobody types, and another one where that is chosen', async () => {
  error = undefined
  const { unmount } = render(page(4_900, vi.fn(), [], 'ais_prepaid', '08x-xxx-5671'))
  const mine = () => screen.getByRole<HTMLInputElement>('radio', { name: 'My number 08x-xxx-5671' })
  expect(mine().checked).toBe(true)
  expect(screen.queryByRole('textbox')).toBeNull()
  await pay(1)
  fireEvent.click(screen.getByRole('radio', { name: 'Another number' }))
  fireEvent.change(number(), { target: { value: '0812345672' } })
  await pay(2)
  // Verifying leads to another page and back.
  unmount()
  render(page(4_900, vi.fn(), [], 'ais_prepaid', '08x-xxx-5671'))
  expect(number().value).toBe('0812345672')
  fireEvent.click(mine())
  expect(screen.queryByRole('textbox')).toBeNull()
  const refused = { code: 'channel_number', message: 'Postpaid numbers cannot pay this way', suits: 'ais_postpaid' }
  error = { status: 409, code: 'channel_not_allowed', message: 'This way does not take it', reason: refused }
  await pay(3)
  expect((await screen.findByRole('alert')).textContent).toBe('Postpaid numbers cannot pay this way')
  fireEvent.click(screen.getByRole('button', { name: 'Switch to Postpaid' }))
  await pay(4)
  const by = ({ body: { channel, mobileNumber, myNumber } }: Sent) => [channel, mobileNumber ?? myNumber]
  expect(sent.map(by)).toEqual([
    ['ais_prepaid', true],
    ['ais_prepaid', '0812345672'],
    ['ais_prepaid', true],
    ['ais_postpaid', true],
  ])
})

it('says that the own number cannot pay before it is tried', async () => {
  rule = { allowed: false, reasons: [{ code: 'channel_number', message: 'Postpaid numbers cannot pay this way', suits: 'ais_postpaid' }] }
  render(page(4_900, vi.fn(), [], 'ais_prepaid', '08x-xxx-5671'))
  expect((await screen.findByRole('alert')).textContent).toBe('Postpaid numbers cannot pay this way')
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Pay ฿49.00/ })
  expect(button().disabled).toBe(true)
  rule = { allowed: true, reasons: [] }
  fireEvent.click(screen.getByRole('button', { name: 'Switch to Postpaid' }))
  await waitFor(() => expect(button().disabled).toBe(false))
})

it.each([
  [{ networkType: 'prepaid', balanceSatang: 31_200 }, /^Prepaid.*prepaid · ฿312 left$/],
  [{ networkType: 'postpaid', availableSatang: 500_050, limitSatang: 600_000 }, /^Postpaid.*postpaid · ฿5,000.50 of your limit left$/],
] as const)('says what is left on the own number at the way that it pays by', async (left, said) => {
  credit = { mobileMasked: '08x-xxx-5671', status: 'active', ...left }
  render(page(4_900, vi.fn(), [], undefined, '08x-xxx-5671'))
  await screen.findByRole('radio', { name: said })
  expect(screen.getAllByText(/ left$/)).toHaveLength(1)
})

it.each([
  undefined,
  { mobileMasked: '09x-xxx-0000', status: 'active', networkType: 'prepaid', balanceSatang: 31_200 },
  { mobileMasked: '08x-xxx-5671', status: 'suspended', networkType: 'prepaid', balanceSatang: 31_200 },
])('says nothing where the operator does not, or not of this number: %o', async (told) => {
  credit = told
  render(page(4_900, vi.fn(), [], undefined, '08x-xxx-5671'))
  await waitFor(() => expect(queries.isFetching()).toBe(0))
  expect(queries.getQueryState(['credit', '08x-xxx-5671'])?.status).toBe(told ? 'success' : 'error')
  expect(screen.queryByText(/ left$/)).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('asks for a number where one pays, and keeps what was typed', async () => {
  error = undefined
  const { unmount } = render(page(4_900, vi.fn()))
  expect(screen.queryByRole('textbox')).toBeNull()
  fireEvent.click(screen.getByRole('radio', { name: /^Prepaid/ }))
  fireEvent.change(number(), { target: { value: '081-234 5671' } })
  fireEvent.click(screen.getByRole('radio', { name: /^PromptPay/ }))
  expect(screen.queryByRole('textbox')).toBeNull()
  fireEvent.click(screen.getByRole('radio', { name: /^Postpaid/ }))
  expect(number().value).toBe('081-234 5671')
  await pay(1)
  expect(sent[0]?.body).toMatchObject({ channel: 'ais_postpaid', mobileNumber: '0812345671' })
  // Verifying leads to another page and back.
  unmount()
  render(page(4_900, vi.fn()))
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Postpaid/ }).checked).toBe(true)
  expect(number().value).toBe('081-234 5671')
})

it('orders once for one number, and anew for another', async () => {
  error = undefined
  render(page(4_900, vi.fn()))
  fireEvent.click(screen.getByRole('radio', { name: /^Prepaid/ }))
  fireEvent.change(number(), { target: { value: '0812345671' } })
  await pay(1)
  fireEvent.change(number(), { target: { value: '081 234 5671' } })
  await pay(2)
  fireEvent.change(number(), { target: { value: '0812345673' } })
  await pay(3)
  const [first, again, another] = sent.map(({ key }) => key)
  expect(again, 'the same number, written otherwise').toBe(first)
  expect(another).not.toBe(first)
})

it('tells at the number what is wrong with it, until it is changed', async () => {
  error = { status: 422, code: 'fields_invalid', message: 'Some fields', fieldMessages: { mobileNumber: 'Ten digits, please.' } }
  render(page(4_900, vi.fn()))
  fireEvent.click(screen.getByRole('radio', { name: /^Prepaid/ }))
  await pay(1)
  expect(screen.getByRole('alert').textContent, 'once').toBe('Ten digits, please.')
  expect(document.activeElement).toBe(number())
  expect(number().getAttribute('aria-invalid')).toBe('true')
  fireEvent.change(number(), { target: { value: '0' } })
  expect(screen.queryByRole('alert')).toBeNull()
})

it('asks for the number of a wallet that is not paid in its app any more', async () => {
  error = { status: 422, code: 'fields_invalid', message: 'Some fields', fieldMessages: { mobileNumber: 'Please fill this in.' } }
  const changed = vi.fn()
  const { rerender } = render(page(4_900, changed))
  fireEvent.click(screen.getByRole('radio', { name: /^TrueMoney/ }))
  expect(screen.queryByRole('textbox')).toBeNull()
  await pay(1, /pay ฿49.00/i)
  expect(changed, 'the channels are read again').toHaveBeenCalledOnce()
  rerender(page(4_900, changed, [], undefined, undefined, { byNumber: true, onPhone: false }))
  const field = screen.getByLabelText<HTMLInputElement>('Mobile number of the wallet')
  expect(screen.getByRole('alert').textContent).toBe('Please fill this in.')
  fireEvent.change(field, { target: { value: '081 234 5671' } })
  screen.getByText(/The wallet’s page texts a code to this number/)
  await pay(2, /^Open TrueMoney, pay ฿49.00/)
  expect(sent[1]?.body).toMatchObject({ channel: 'wallet', mobileNumber: '0812345671' })
})

it.each([
  [429, 'rate_limited'],
  [502, undefined],
  [503, 'service_unavailable'],
  [401, 'session_expired'],
])('asks for the same order again after %i', async (status, code) => {
  error = { status, code, message: 'Not now' }
  render(page(4_900, vi.fn()))
  await pay(1)
  await pay(2)
  expect(sent[1]?.key).toBe(sent[0]?.key)
})

it('asks for the same order after the page was loaded anew, until it knows what became of it', async () => {
  error = undefined
  const loaded = () => render(page(4_900, vi.fn(), [item('1')]))
  const first = loaded()
  await pay(1)
  first.unmount()
  const second = loaded()
  screen.getByText('You have not been charged. Please pay again: nothing is ordered twice.')
  error = { status: 409, code: 'coupon_used_up', message: 'Gone' }
  await pay(2)
  expect(sent[1]?.key, 'the answer was not heard').toBe(sent[0]?.key)
  second.unmount()
  loaded()
  expect(screen.queryByRole('alert')).toBeNull()
  await pay(3)
  expect(sent[2]?.key, 'the answer was heard').not.toBe(sent[0]?.key)
})

it('takes nobody else’s order, and none of other things, for the one that was asked for', () => {
  const asked = { key: 'k', body: { channel: 'promptpay', expectedTotalSatang: 4_900 } }
  const of = (productId: number) => ({ direct: { productId, quantity: 1 } })
  vi.useFakeTimers()
  savePendingOrder(7, of(1), asked)
  expect(loadPendingOrder(7, of(1))).toEqual(asked)
  expect(loadPendingOrder(8, of(1))).toBeUndefined()
  expect(loadPendingOrder(7, of(2))).toBeUndefined()
  vi.advanceTimersByTime(31 * 60_000)
  expect(loadPendingOrder(7, of(1)), 'an order of that time has expired').toBeUndefined()
  vi.useRealTimers()
})

it('asks with a new key where the shop knows the old one as something else', async () => {
  error = { status: 409, code: 'idempotency_key_conflict', message: 'Used before' }
  render(page(4_900, vi.fn()))
  await pay(1)
  await pay(2)
  expect(sent[1]?.key).not.toBe(sent[0]?.key)
})

it('looks again when something was sold out, and does not take the new items for the old intention', async () => {
  error = { status: 409, code: 'product_sold_out', message: 'Sold out' }
  const changed = vi.fn()
  const { rerender } = render(page(4_900, changed, [item('1'), item('2')]))
  await pay(1)
  expect(changed).toHaveBeenCalledOnce()
  rerender(page(4_900, changed, [item('1')]))
  screen.getByText('Sold out')
  await pay(2)
  expect(sent.map(({ body }) => body.cartItemIds)).toEqual([[1, 2], [1]])
  expect(sent[1]?.key).not.toBe(sent[0]?.key)
})

const item = (key: string, oldPriceSatang?: number): Item => ({
  key,
  productId: Number(key),
  name: { th: 'เพชร', en: `Diamonds ${key}` },
  gameName: { th: 'เกม', en: 'Game' },
  quantity: 1,
  hue: 1,
  motif: 'rings',
  glyph: 'star',
  card: false,
  playerId: '1',
  serverName: 'Asia',
  playerName: 'Lime',
  unitPriceSatang: 4_900,
  oldPriceSatang,
  totalSatang: 4_900,
})

it('asks once about prices that are not those of the cart', async () => {
  error = undefined
  render(page(4_900, vi.fn(), [item('1'), item('2', 3_500)]))
  const was = 'Price each: was ฿35.00, now ฿49.00'
  expect(screen.getAllByText(was)).toHaveLength(1)
  const press = () => fireEvent.click(within(screen.getByRole('complementary')).getByRole('button', { name: /^Pay ฿49.00/ }))
  press()
  const dialog = screen.getByRole('dialog', { name: 'The price has changed' })
  within(dialog).getByText(was)
  expect(within(dialog).queryByText('Diamonds 1'), 'what costs the same').toBeNull()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(sent, 'nothing is bought unasked').toEqual([])
  press()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Pay ฿49.00' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  await screen.findByRole('alert')
  press()
  await waitFor(() => expect(sent, 'agreed already').toHaveLength(2))
})

it('begins with the channel of the last time, where it may be used', () => {
  const checked = () => screen.getByRole('radio', { checked: true }).getAttribute('value')
  const change = () => fireEvent.click(screen.getByRole('button', { name: 'Change' }))
  sessionStorage.setItem('manao.payBy', JSON.stringify({ channel: 'ais_postpaid', number: '' }))
  const { unmount } = render(page(4_900, vi.fn(), [], 'ais_prepaid'))
  expect(screen.queryByRole('radio'), 'it is not asked twice').toBeNull()
  screen.getByRole('button', { name: 'Pay ฿49.00 by Prepaid' })
  change()
  expect(checked()).toBe('ais_prepaid')
  unmount()
  render(page(4_900, vi.fn(), [], 'closed'))
  expect(checked()).toBe('ais_postpaid')
})

it('remembers what was bought, and how it was paid', async () => {
  const { name, gameName } = item('1')
  const line = {
    productId: 3,
    name,
    gameName,
    gameSlug: 'game',
    hue: 1,
    motif: 'rings',
    glyph: 'star',
    kind: 'topup',
    unitPriceSatang: 4_900,
  }
  placed = { number: 'MN-1', channel: 'ais_postpaid', lines: [line] }
  render(page(4_900, vi.fn()))
  fireEvent.click(screen.getByRole('button', { name: /^Pay ฿49.00/ }))
  await waitFor(() => expect(useRecentPurchasesStore.getState().items).toMatchObject([{ productId: 3, channel: 'ais_postpaid' }]))
})

it('asks before the same is ordered twice', async () => {
  error = {
    status: 409,
    code: 'order_waiting',
    message: 'One waits',
    params: { number: 'MN-7F3K-29QD', totalSatang: 4_900, expiresAt: '2020-01-01T00:00:00Z' },
  }
  render(page(4_900, vi.fn()))
  await pay(1)
  const dialog = await screen.findByRole('dialog', { name: 'The same order is waiting for payment' })
  within(dialog).getByText(/MN-\u20607F3K-\u206029QD, ฿49.00/)
  expect(screen.queryByRole('alert')).toBeNull()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Order another' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent.map(({ body }) => body.again)).toEqual([undefined, true])
  expect(sent[1]?.key).not.toBe(sent[0]?.key)
})

it('offers the channel that a number is right for', async () => {
  const reason = { code: 'channel_number', message: 'Not this way', suits: 'ais_postpaid' }
  error = { status: 409, code: 'channel_not_allowed', message: 'No', reason }
  render(page(4_900, vi.fn()))
  fireEvent.click(screen.getByRole('radio', { name: /^Prepaid/ }))
  fireEvent.change(number(), { target: { value: '0812345672' } })
  await pay(1)
  fireEvent.click(screen.getByRole('button', { name: 'Switch to Postpaid' }))
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Postpaid/ }).checked).toBe(true)
  expect(number().value, 'the number stays').toBe('0812345672')
  expect(screen.queryByRole('alert')).toBeNull()
})

it.each([
  ['android', 'Mozilla/5.0 (Linux; Android 14) Chrome/126.0', 'Open K PLUS, pay ฿49.00', ['https://bank.example/']],
  ['web', 'Mozilla/5.0 (Windows NT 10.0)', 'Pay ฿49.00 by K PLUS', []],
  ['android', 'Mozilla/5.0 (Linux; Android 14) Line/14.8.0', 'Pay ฿49.00 by K PLUS', []],
])('says what the button opens, and goes there at once where it can (%s)', async (device, agent, label, addresses) => {
  left.length = 0
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent)
  placed = { number: 'MN-1', channel: 'kbank', paymentFlow: 'redirect', payment: { authorizeUrl: 'https://bank.example' }, lines: [] }
  render(page(4_900, vi.fn()))
  fireEvent.click(screen.getByRole('radio', { name: /^K PLUS.*usually 25 s · refundable$/ }))
  fireEvent.click(screen.getByRole('button', { name: label }))
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ channel: 'kbank', device }))
  await new Promise((turn) => setTimeout(turn, 20))
  expect(left).toEqual(addresses)
  vi.restoreAllMocks()
})

it('orders a code of one country only once the account is said to belong to it', async () => {
  error = undefined
  const card: Item = {
    key: '7',
    productId: 7,
    name: { th: 'การ์ด', en: 'Card' },
    gameName: { th: 'สตีม', en: 'Steam' },
    hue: 1,
    motif: 'rings',
    glyph: 'gift',
    card: true,
    quantity: 1,
    playerId: '',
    serverName: '',
    playerName: '',
    region: 'TH',
    unitPriceSatang: 4_900,
    oldPriceSatang: undefined,
    totalSatang: 4_900,
  }
  render(page(4_900, vi.fn(), [card]))
  const tick = screen.getByRole<HTMLInputElement>('checkbox', { name: 'My account is a Thai account' })
  fireEvent.click(screen.getByRole('button', { name: /^Pay ฿49.00/ }))
  screen.getByText(/does not work with accounts of other countries/)
  expect(sent).toEqual([])
  expect(document.activeElement).toBe(tick)
  fireEvent.click(tick)
  await pay(1)
  expect(sent[0]?.body.regionConfirmed).toBe(true)
})

const packageOn = (key: string, consentNeeded: boolean): Item => ({
  ...item(key),
  playerId: '08x-xxx-5678',
  playerName: '08x-xxx-5678',
  byNumber: true,
  consentNeeded,
  seller: 'Arcade House',
})

async function giveConsent() {
  await screen.findByText(/We’ll text a 6-digit code to 08x-xxx-5678/)
  fireEvent.click(screen.getByText('Text 08x-xxx-5678'))
  fireEvent.change(await screen.findByLabelText('Code from the owner'), { target: { value: '123456' } })
}

it('asks the owner of a number before the order, once for all packages on it, and goes on by itself', async () => {
  error = undefined
  keepNumber('66812345678')
  render(page(4_900, vi.fn(), [packageOn('1', true), packageOn('2', true)]))
  screen.getAllByText('For 08x-xxx-5678')
  screen.getAllByText('Sold by Arcade House')
  fireEvent.click(screen.getByRole('button', { name: /^Pay ฿49.00/ }))
  await giveConsent()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(consents).toEqual([{ mobileNumber: '66812345678', productId: 1 }])
})

it('asks the owner when the order is refused without their consent, and orders again', async () => {
  keepNumber('66812345678')
  error = { status: 409, code: 'number_consent_needed', message: 'Ask its owner', params: { number: '08x-xxx-5678' } }
  render(page(4_900, vi.fn(), [packageOn('1', false)]))
  fireEvent.click(screen.getByRole('button', { name: /^Pay ฿49.00/ }))
  await waitFor(() => expect(sent).toHaveLength(1))
  error = undefined
  await giveConsent()
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.body).toEqual(sent[0]?.body)
  expect(sent[1]?.key, 'the first was decided').not.toBe(sent[0]?.key)
})
