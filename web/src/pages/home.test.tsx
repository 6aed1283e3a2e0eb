import { act, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { FlashSale } from '@/features/catalogue/queries'
import { startTexts, texts } from '@/i18n'
import { FlashSales } from '@/features/home/below'

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ children }: { children: ReactNode }) => <span>{children}</span>,
}))
vi.mock('@/live', async (original) => ({ ...(await original<object>()), useTopic: vi.fn(), serverNow: () => Date.now() }))

const NOW = Date.parse('2026-11-21T07:40:00Z')

const sale = (id: number, seconds: number): FlashSale => ({
  id,
  priceSatang: 3_500,
  quantity: 20,
  remaining: 20,
  version: 1,
  endsAt: new Date(NOW + seconds * 1000).toISOString(),
  live: { topic: `${id}` },
  product: {
    id,
    priceSatang: 4_900,
    name: { th: `แพ็ก ${id}`, en: `Pack ${id}` },
    game: { slug: 'game', name: { th: 'เกม', en: 'Game' }, hue: 1, motif: 'rings', glyph: 'star', kind: 'TOPUP' },
  },
})

beforeAll(async () => {
  await startTexts('en')
  await texts('home')()
})
beforeEach(() => vi.useFakeTimers({ now: NOW }))
afterEach(() => vi.useRealTimers())

const wait = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms))

it('takes a flash sale away when its time is over, and asks for the prices of now', async () => {
  const onEnd = vi.fn()
  render(<FlashSales sales={[sale(1, 30), sale(2, 90)]} onReload={vi.fn()} onEnd={onEnd} />)
  await wait(29_000)
  screen.getByText('Ends in 00:01')
  expect(onEnd).not.toHaveBeenCalled()
  await wait(1_900)
  await wait(100)
  expect(onEnd).toHaveBeenCalledOnce()
  expect(screen.queryByText('Pack 1')).toBeNull()
  screen.getByText('Pack 2')
  await wait(1_000)
  screen.getByText('Ends in 00:58')
  await wait(60_000)
  await wait(100)
  expect(onEnd).toHaveBeenCalledTimes(2)
  expect(screen.queryByText('Pack 2')).toBeNull()
})

it('tells days from days, and a picture of what is left from less than half of it', async () => {
  const day = 86_400
  const many = { ...sale(1, 2 * day + 18 * 3_600 + 60), remaining: 12 }
  const few = { ...sale(2, 3 * day), remaining: 3 }
  const { container } = render(<FlashSales sales={[many, few]} onReload={vi.fn()} onEnd={vi.fn()} />)
  await wait(10)
  screen.getByText('Ends in 2d 18h')
  expect(screen.getAllByText('29% off')).toHaveLength(2)
  expect(container.querySelectorAll('[style*="width"]')).toHaveLength(1)
})
