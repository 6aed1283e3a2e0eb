import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { StaffRole } from '@/api/generated'
import { queries } from '@/api/queries'
import { startTexts, texts } from '@/i18n'
import { ChannelsPage } from './channels-page'
import type { ConsoleChannel } from '@/api/generated'

const PROMPTPAY: ConsoleChannel = { code: 'promptpay', name: { th: 'พร้อมเพย์', en: 'PromptPay' }, open: true }
const REASON = { th: 'ธนาคารปิดปรับปรุง', en: 'The bank is down for maintenance' }
const CARD: ConsoleChannel = { code: 'card', name: { th: 'บัตร', en: 'Card' }, open: false, closedReason: REASON }
const WALLET: ConsoleChannel = { code: 'wallet', name: { th: 'วอลเล็ต', en: 'Wallet' }, open: false }

const staff = vi.hoisted(() => ({ roles: [] as StaffRole[] }))
const shop = vi.hoisted(() => ({ items: [] as unknown[], asked: 0, switched: [] as unknown[], refused: false, answers: Promise.resolve() }))
const toast = vi.hoisted(() => vi.fn())

vi.mock('../entry/use-entry', () => ({ useEntry: () => ({ data: { roles: staff.roles } }) }))
vi.mock('@/ui/toast', () => ({ toast }))
vi.mock('./shape', () => ({
  listAllChannels: async () => {
    shop.asked += 1
    return { items: shop.items }
  },
}))
vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  consoleSetChannelOpen: async ({ path, body }: { path: { code: string }; body: { open: boolean; reason?: object } }) => {
    shop.switched.push({ ...path, ...body })
    await shop.answers
    const error = { code: 'channel_not_found', message: 'There is no such payment method.' }
    if (shop.refused) return { error, response: new Response(null, { status: 404 }) }
    shop.items = (shop.items as ConsoleChannel[]).map(({ code, name, ...state }) =>
      code === path.code ? { code, name, open: body.open, ...(body.reason && { closedReason: body.reason }) } : { code, name, ...state },
    )
    return { data: { available: body.open }, response: new Response() }
  },
}))

beforeAll(async () => {
  await startTexts('en')
  await texts('console')()
})
beforeEach(() => {
  queries.clear()
  toast.mockClear()
  staff.roles = ['catalogue']
  Object.assign(shop, { items: [PROMPTPAY, CARD, WALLET], asked: 0, switched: [], refused: false, answers: Promise.resolve() })
})

async function show() {
  render(
    <QueryClientProvider client={queries}>
      <ChannelsPage />
    </QueryClientProvider>,
  )
  await screen.findByText('promptpay')
}

const row = (code: string) => within(screen.getByText(code).closest('li')!)
const toggle = (name: string) => screen.getByRole('switch', { name: `Accept payments by ${name}` })
const isOn = (name: string) => toggle(name).getAttribute('aria-checked') === 'true'
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const close = () => fireEvent.click(screen.getByRole('button', { name: 'Close it' }))
const undo = () => act(() => toast.mock.lastCall?.[1].action.onClick())

it('closes with a reason in both languages or in none', async () => {
  await show()
  fireEvent.click(toggle('PromptPay'))
  const dialog = screen.getByRole('dialog', { name: 'Close PromptPay?' })
  within(dialog).getByText(/Orders that wait for a payment by it can still be paid/)
  type('In Thai', REASON.th)
  type('In English', '  ')
  close()
  expect(screen.getByRole('alert').textContent).toBe('Write it in both languages, or leave both empty.')
  expect(document.activeElement).toBe(screen.getByLabelText('In English'))
  expect(shop.switched).toEqual([])
  type('In English', ` ${REASON.en} `)
  expect(screen.queryByRole('alert')).toBeNull()
  close()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(shop.switched).toEqual([{ code: 'promptpay', open: false, reason: REASON }])
  expect(isOn('PromptPay')).toBe(false)
  row('promptpay').getByText(/Buyers read: “The bank is down for maintenance”/)
  await waitFor(() => expect(shop.asked).toBe(2))
  expect(toast.mock.lastCall?.[0]).toBe('PromptPay is closed')
  undo()
  await waitFor(() => expect(isOn('PromptPay')).toBe(true))
  expect(shop.switched[1]).toEqual({ code: 'promptpay', open: true })
})

it('closes without a reason, for which buyers read the default text', async () => {
  await show()
  fireEvent.click(toggle('PromptPay'))
  close()
  await waitFor(() => expect(isOn('PromptPay')).toBe(false))
  expect(shop.switched).toEqual([{ code: 'promptpay', open: false }])
  row('promptpay').getByText(/Buyers read: “This payment method is unavailable for now.”/)
})

it('opens without a question, and takes it back with the reason that was there', async () => {
  let resolve = () => {}
  shop.answers = new Promise((done) => (resolve = done))
  await show()
  fireEvent.click(toggle('Card'))
  expect(screen.queryByRole('dialog')).toBeNull()
  // It is on its way: another press does nothing.
  await waitFor(() => expect(toggle('Card').getAttribute('aria-busy')).toBe('true'))
  fireEvent.click(toggle('Card'))
  resolve()
  await waitFor(() => expect(isOn('Card')).toBe(true))
  row('card').getByText('Open')
  expect(toast.mock.lastCall?.[0]).toBe('Card is open')
  undo()
  await waitFor(() => expect(isOn('Card')).toBe(false))
  expect(shop.switched).toEqual([
    { code: 'card', open: true },
    { code: 'card', open: false, reason: REASON },
  ])
})

it('shows a refusal where the question is asked, or in a toast, and reads the list again', async () => {
  shop.refused = true
  await show()
  fireEvent.click(toggle('PromptPay'))
  close()
  expect((await screen.findByRole('alert')).textContent).toBe('There is no such payment method.')
  expect(toast).not.toHaveBeenCalled()
  await waitFor(() => expect(shop.asked).toBe(2))
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  fireEvent.click(toggle('Wallet'))
  await waitFor(() => expect(toast).toHaveBeenCalledWith('There is no such payment method.', { tone: 'error' }))
  expect(isOn('Wallet')).toBe(false)
  await waitFor(() => expect(shop.asked).toBe(3))
})

it('has no switch for those without the role, who see the state', async () => {
  staff.roles = ['support', 'finance']
  await show()
  expect(screen.queryByRole('switch')).toBeNull()
  row('promptpay').getByText('Open')
  row('card').getByText('Closed')
  screen.getByText(/Only colleagues with the role Catalogue can switch them/)
})
