// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { offlinePage } from './view'

const now = Date.parse('2026-12-05T10:00:00Z')
const seenAt = Date.parse('2026-12-05T09:00:00Z')
const match = { id: 12, tournament: 'Lime <b>Cup</b>', opponent: 'Foxes', label: '4', at: '2026-12-06T12:00:00Z', seenAt }
const order = (state: 'pending' | 'paid', expiresAt?: string) => ({
  number: 'MN-2612-0001',
  name: { th: 'คูปอง 370', en: '370 Coupons' },
  totalSatang: 10_500,
  state,
  expiresAt,
  seenAt,
})

it('says when it was seen and that it may have changed, in the language of the address', () => {
  const retry = vi.fn()
  const orders = [order('paid'), order('pending', '2026-12-05T09:59:00Z')]
  const page = offlinePage({ language: 'en', online: false, matches: [match], orders, now, retry })
  expect(page.querySelector('h1')?.textContent).toBe('You are offline')
  const [ticket, paid, expired] = [...page.querySelectorAll('li')].map((item) => item.textContent)
  expect(ticket).toContain('Sun 6 Dec, 19:00 Bangkok time')
  expect(ticket).toContain('vs FoxesLime <b>Cup</b>Match 4 · Match room 12As of 5 Dec 2026 16:00')
  expect([...page.querySelectorAll('section > .note')].every((note) => note.textContent?.includes('may have changed since'))).toBe(true)
  expect(paid).toContain('370 Coupons฿105.00MN-2612-0001Delivering')
  expect(expired).toContain('Expired')
  page.querySelector('button')?.click()
  expect(retry).toHaveBeenCalledOnce()
})

it('tells a silent site from a missing network, and what would stand here', () => {
  const page = offlinePage({ language: 'th', online: true, matches: [], orders: [], now, retry: () => undefined })
  expect(page.querySelector('h1')?.textContent).toBe('ติดต่อ Manao ไม่ได้')
  expect(page.querySelector('.nothing')?.textContent).toContain('แมตช์ถัดไป')
  expect(page.querySelectorAll('section')).toHaveLength(0)
})
