import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Me, RoomLive, WaitingPlace } from '@/api/generated'
import { queries } from '@/api/queries'
import { useSession } from '@/api/session'
import { saveWayBack } from '@/features/orders/way-back'
import { startTexts, texts } from '@/i18n'
import { WaitingRoom } from './waiting-room'

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))
vi.mock('@/features/notices/notify-me', () => ({ default: () => null }))
vi.mock('@/features/catalogue/elsewhere-lazy', () => ({ Elsewhere: () => <p>Other games</p> }))
vi.mock('@/live/connection-mark', () => ({ ConnectionMark: () => null }))

let hear: Record<string, (data: object) => void>
vi.mock('@/live', async (original) => ({
  ...(await original<object>()),
  useTopic: (_: object, handlers: typeof hear) => Object.assign(hear, handlers),
}))

let place: WaitingPlace
const called: string[] = []
vi.mock('@/api/generated', async (original) => {
  const answer = (name: string) => async () => {
    called.push(name)
    if (name === 'leave') place = { ...place, state: 'left' }
    if (name === 'join') place = { ...place, state: 'waiting' }
    return { data: place, response: new Response() }
  }
  return {
    ...(await original<object>()),
    flashLinePlace: answer('place'),
    flashLineJoin: answer('join'),
    flashLineLeave: answer('leave'),
  }
})

const room: RoomLive = {
  flashSaleId: 7,
  serving: 10,
  waiting: 30,
  perMinute: 12,
  total: 100,
  sold: 38,
  paying: 41,
  isOver: false,
  version: 3,
}

beforeAll(async () => {
  await startTexts('en')
  await texts('line')()
})

beforeEach(() => {
  queries.clear()
  localStorage.clear()
  called.length = 0
  hear = {}
  // jsdom has no dialogs.
  HTMLDialogElement.prototype.showModal = vi.fn<() => void>()
  HTMLDialogElement.prototype.close = vi.fn<() => void>()
  useSession.setState({ status: 'member', me: { id: 1 } as Me })
  place = {
    flashSaleId: 7,
    productId: 3,
    name: { th: '1,000 VP', en: '1,000 VP' },
    gameSlug: 'valorant',
    hue: 120,
    motif: 'rings',
    glyph: '',
    priceSatang: 27_900,
    state: 'waiting',
    ticket: 40,
    number: 24,
    ahead: 23,
    turnMissed: false,
    remaining: 21,
    room,
    now: new Date().toISOString(),
    live: { topic: 'public:line:7' },
  }
})

const show = (joins = false) =>
  render(
    <QueryClientProvider client={queries}>
      <WaitingRoom sale={7} joins={joins} onJoined={() => {}} />
    </QueryClientProvider>,
  )

it('shows the number, and counts down as the line moves', async () => {
  const { container } = show()
  expect(await screen.findByText('24')).toBeTruthy()
  expect(container.textContent).toMatch(/23 people are ahead of you.*12 people a minute · your turn at about \d\d:\d\d/)
  act(() => hear['line.changed']?.({ ...room, serving: 30, sold: 50, version: 4 }))
  expect(await screen.findByText('10')).toBeTruthy()
  expect(screen.getByText('50')).toBeTruthy()
  expect(called).toEqual(['place'])
  // The line has passed the ticket: the place is read again.
  act(() => hear['line.changed']?.({ ...room, serving: 40, version: 5 }))
  await waitFor(() => expect(called).toEqual(['place', 'place']))
})

it('joins once when sent here by the checkout, and leaves only after a confirmation', async () => {
  place.state = 'left'
  show(true)
  await screen.findByText('Your number in line')
  expect(called.filter((name) => name === 'join')).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Leave the line' }))
  expect(called).not.toContain('leave')
  fireEvent.click(screen.getAllByText('Leave the line').at(-1)!)
  expect(await screen.findByText('You are not in line')).toBeTruthy()
  expect(called).toContain('leave')
})

it('leads to the checkout with what was typed when the turn comes', async () => {
  const checkout = '/payment/process?product=3&quantity=1&player=20394817'
  saveWayBack(1, 7, checkout)
  show()
  await screen.findByText('24')
  place = { ...place, state: 'admitted', number: null, ahead: null, payUntil: new Date(Date.now() + 300_000).toISOString() }
  act(() => hear['turn.changed']?.({ flashSaleId: 7, state: 'admitted', payUntil: place.payUntil }))
  const pay = await screen.findByText('Order and pay now')
  expect(pay.getAttribute('href')).toBe(checkout)
  await waitFor(() => expect(screen.getByText(/^0[45]:\d\d$/)).toBeTruthy())
})

it('offers something else when the sale is over', async () => {
  place = { ...place, state: 'over', number: null, ahead: null, room: { ...room, isOver: true } }
  show()
  expect(await screen.findByText('This flash sale is over')).toBeTruthy()
  expect(screen.getByText('See the regular price')).toBeTruthy()
  expect(screen.getByText('Other games')).toBeTruthy()
})
