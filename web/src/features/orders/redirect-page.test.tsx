import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Order } from '@/api/generated'
import { queries } from '@/api/queries'
import { startTexts, texts } from '@/i18n'
import en from '@/i18n/en/orders'
import { HandedOverPage } from './handed-over'
import { openBank } from './open-bank'
import { Redirected } from './redirect-page'

const ANDROID = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36'
const BANK = 'https://bank.example/authorize'
const LINK = 'https://manao.example/payment/process?handover=secret'
const FUTURE = '2099-01-01T00:00:00Z'

const world = vi.hoisted(() => ({
  calls: [] as string[],
  left: [] as string[],
  status: 200,
  agent: '',
  navigate: vi.fn(),
}))

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
  useNavigate: () => world.navigate,
  Navigate: () => null,
}))

vi.mock('@/features/channels/authorize', async (original) => ({
  ...(await original<object>()),
  leaveTo: (address: string) => world.left.push(address),
}))

vi.mock('@/api/generated', async (original) => {
  const answered = (call: string, data: object) => {
    world.calls.push(call)
    const { status } = world
    if (status === 200) return { data, response: new Response() }
    return { error: { status, message: 'refused' }, response: new Response(null, { status }) }
  }
  const name = { th: 'K PLUS', en: 'K PLUS' }
  return {
    ...(await original<object>()),
    paymentsListChannels: async () => ({
      data: {
        items: [
          { code: 'kbank', flow: 'redirect', onPhone: true, name, allowed: true },
          { code: 'promptpay', flow: 'code', onPhone: false, name: { th: 'พร้อมเพย์', en: 'PromptPay' }, allowed: true },
        ],
      },
      response: new Response(),
    }),
    purchaseHandOver: async () => answered('hand over', { url: LINK, expiresAt: FUTURE }),
    purchaseHandOverToInbox: async () => answered('to inbox', { isNew: !world.calls.includes('to inbox') }),
    purchaseOpenHandOver: async ({ body }: { body: { token: string } }) =>
      answered(`open ${body.token}`, {
        number: 'MN-1',
        totalSatang: 12_900,
        channel: 'kbank',
        channelName: name,
        nameAtBank: 'OPN*MANAO',
        authorizeUrl: BANK,
        expiresAt: FUTURE,
        lines: [{ name: { th: 'เพชร', en: 'Diamonds' }, gameName: { th: 'เกม', en: 'Game' }, quantity: 1 }],
      }),
    purchaseUpdateOrderStatus: async ({ body }: { body: { action: string; channel?: string; device: string } }) =>
      answered([body.action, body.channel, body.device].filter(Boolean).join(' '), order({})),
    purchaseCheckOrder: async () => answered('check', order({})),
  }
})

const order = (payment: object): Order =>
  ({
    number: 'MN-1',
    version: 1,
    status: 'pending',
    channel: 'kbank',
    channelName: { th: 'K PLUS', en: 'K PLUS' },
    paymentFlow: 'redirect',
    totalSatang: 12_900,
    createdAt: '2026-11-21T07:40:00Z',
    payment: { reference: 'MN-1-1', status: 'awaiting', authorizeUrl: BANK, onPhone: true, ...payment },
    lines: [],
    timeline: [],
  }) as unknown as Order

const on = (agent: string) => {
  world.agent = agent
}
const shown = (page: ReactNode) => render(<QueryClientProvider client={queries}>{page}</QueryClientProvider>)
const openLink = () => screen.findByRole('link', { name: 'Open K PLUS' })

beforeAll(async () => {
  await startTexts('en')
  await texts('orders')()
})
beforeEach(() => {
  Object.assign(world, { calls: [], left: [], status: 200, agent: '' })
  vi.spyOn(navigator, 'userAgent', 'get').mockImplementation(() => world.agent)
  world.navigate.mockClear()
  sessionStorage.clear()
  queries.clear()
})
afterEach(() => vi.restoreAllMocks())

it('opens the bank again on a phone', async () => {
  on(ANDROID)
  shown(<Redirected order={order({ nameAtBank: 'OPN*MANAO' })} />)
  expect((await openLink()).getAttribute('href')).toBe(BANK)
  screen.getByText('OPN*MANAO')
  expect(world.calls, 'nothing is asked before anybody was at the bank').toEqual([])
})

it('opens the bank once its address is known, if the button said so', () => {
  on(ANDROID)
  const channel = { flow: 'redirect', onPhone: true }
  openBank(order({}), channel)
  expect(world.left).toEqual([BANK])
  openBank(order({ status: 'created', authorizeUrl: undefined }), channel)
  expect(world.left).toHaveLength(1)
  const { rerender } = shown(<Redirected order={order({})} />)
  rerender(
    <QueryClientProvider client={queries}>
      <Redirected order={order({ reference: 'MN-1-1' })} />
    </QueryClientProvider>,
  )
  expect(world.left, 'once').toEqual([BANK, BANK])
})

it.each([{ authorizeUrl: undefined }, { device: 'web' }])(
  'makes an attempt for this device where the old one is not: %o',
  async (changed) => {
    on(ANDROID)
    shown(<Redirected order={order(changed)} />)
    fireEvent.click(await screen.findByRole('button', { name: 'Open K PLUS' }))
    await waitFor(() => expect(world.calls).toEqual(['new_code android']))
  },
)

it('asks the provider when the user comes back', async () => {
  on(ANDROID)
  shown(<Redirected order={order({})} />)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(world.calls[0]).toBe('check'))
})

it('hands over from a computer, hears of the phone, and makes a new link', async () => {
  const { rerender } = shown(<Redirected order={order({})} />)
  await screen.findByRole('img', { name: en.handOver.qrLabel })
  screen.getByText(en.handOver.waits)
  screen.getByText(en.handOver.once)
  const toInbox = screen.getByRole('button', { name: en.handOver.toInbox })
  fireEvent.click(toInbox)
  await screen.findByText(en.handOver.inInbox)
  fireEvent.click(toInbox)
  await screen.findByText(en.handOver.alreadyInInbox)
  world.calls.splice(1)
  expect(world.left, 'a computer stays').toEqual([])
  expect(screen.queryByRole('link', { name: 'Open K PLUS' })).toBeNull()
  rerender(
    <QueryClientProvider client={queries}>
      <Redirected order={order({ openedOnPhoneAt: '2026-11-21T07:41:00Z' })} />
    </QueryClientProvider>,
  )
  screen.getByText(en.handOver.opened)
  fireEvent.click(screen.getByRole('button', { name: en.handOver.renew }))
  await screen.findByRole('img', { name: en.handOver.qrLabel })
  expect(world.calls).toEqual(['hand over', 'hand over'])
  fireEvent.click(screen.getByRole('button', { name: en.handOver.promptpay }))
  await waitFor(() => expect(world.calls.at(-1)).toBe('change_channel promptpay web'))
})

it('leads from a computer to the page of a wallet’s number, and says where the code comes', async () => {
  shown(<Redirected order={order({ onPhone: undefined, mobileNumber: '08x-xxx-5671' })} />)
  expect((await openLink()).getAttribute('href')).toBe(BANK)
  screen.getByText(/K PLUS texts a code to 08x-\u2060xxx-\u20605671/)
  expect(world.calls, 'there is nothing to hand over').toEqual([])
})

it('leaves an attempt to the phone that made it', async () => {
  const { rerender } = shown(<Redirected order={order({ device: 'web' })} />)
  await screen.findByRole('img', { name: en.handOver.qrLabel })
  rerender(
    <QueryClientProvider client={queries}>
      <Redirected order={order({ reference: 'MN-1-2', device: 'android' })} />
    </QueryClientProvider>,
  )
  screen.getByText(en.handOver.opened)
  expect(world.calls, 'a link for it would take it away').toEqual(['hand over'])
})

it('says that the link could not be made, and tries again', async () => {
  world.status = 503
  shown(<Redirected order={order({})} />)
  await screen.findByText(en.handOver.missing)
  world.status = 200
  fireEvent.click(screen.getByRole('button', { name: en.handOver.renew }))
  await screen.findByRole('img', { name: en.handOver.qrLabel })
})

it('leads out of an app’s own browser by a link that needs no session', async () => {
  on(`${ANDROID} Line/14.8.0`)
  shown(<Redirected order={order({})} />)
  const out = await screen.findByRole('link', { name: en.inApp.open })
  expect(out.getAttribute('href')).toBe(`${LINK}&openExternalBrowser=1`)
  expect(screen.queryByRole('link', { name: 'Open K PLUS' })).toBeNull()
})

it('opens a handed-over payment once, also after a reload, and takes the token out of the address', async () => {
  on(ANDROID)
  const { unmount } = shown(<HandedOverPage token="secret" />)
  expect((await openLink()).getAttribute('href')).toBe(BANK)
  screen.getByText('129.00')
  screen.getByText('OPN*MANAO')
  expect(world.navigate).toHaveBeenCalledWith({ to: '/payment/process', search: { handover: 'opened' }, replace: true })
  expect(JSON.stringify(sessionStorage)).not.toContain('secret')
  unmount()
  queries.clear()
  shown(<HandedOverPage token="opened" />)
  await openLink()
  expect(world.calls).toEqual(['open secret'])
})

it.each([
  [410, en.handedOver.over],
  [409, en.handedOver.state],
])('says why a link no longer works (%i)', async (status, said) => {
  on(ANDROID)
  world.status = status
  shown(<HandedOverPage token="secret" />)
  await screen.findByRole('heading', { name: said })
  expect(screen.queryByRole('button')).toBeNull()
})

it('tries the same link again when the provider does not answer', async () => {
  on(ANDROID)
  world.status = 503
  shown(<HandedOverPage token="secret" />)
  await screen.findByRole('heading', { name: en.handedOver.unavailable })
  world.status = 200
  fireEvent.click(screen.getByRole('button', { name: en.handedOver.again }))
  await openLink()
  expect(world.calls).toEqual(['open secret', 'open secret'])
})

it('does not use a link up in an app’s own browser', async () => {
  on(`${ANDROID} Instagram 337.0.3.23.54`)
  shown(<HandedOverPage token="secret" />)
  screen.getByRole('heading', { name: en.inApp.heading })
  screen.getByRole('button', { name: en.inApp.copy })
  expect(world.calls).toEqual([])
  expect(world.navigate).not.toHaveBeenCalled()
})
