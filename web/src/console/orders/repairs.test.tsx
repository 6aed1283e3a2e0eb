import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeAll, expect, it, vi } from 'vitest'
import { queries } from '@/api/queries'
import { startTexts, texts } from '@/i18n'
import { RepairsPage } from './repairs-page'

const decided: unknown[] = []

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ to, params, children }: { to: string; params: Record<string, string>; children: ReactNode }) => (
    <a href={to.replace(/\$(\w+)/, (_, name: string) => params[name] ?? '')}>{children}</a>
  ),
}))

vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  consoleListRepairs: async () => {
    const repair = {
      deliveryId: 5,
      reference: 'D-5',
      orderNumber: 'MN-1',
      userId: 3,
      partner: 'hub',
      sku: 'ff-310',
      quantity: 2,
      playerId: '884210019',
      totalSatang: 18_900,
      attempts: 3,
      failureCode: 'partner_unavailable',
      paidAt: '2026-11-21T10:00:00Z',
    }
    const items = decided.length > 0 ? [] : [repair]
    return { data: { items, page: 1, perPage: 100, total: items.length }, response: new Response() }
  },
  consoleListClaims: async () => {
    const claim = {
      id: 8,
      state: 'open',
      orderNumber: 'MN-2',
      userId: 4,
      partner: 'house',
      sku: 'steam-500',
      serial: 'S-77',
      ownCode: true,
      soldAt: '2026-11-20T10:00:00Z',
      firstViewedAt: '2026-11-20T10:05:00Z',
      lastViewedAt: '2026-11-20T10:05:00Z',
      note: 'Steam says that it is used',
      threadId: 1001,
      createdAt: '2026-11-20T11:00:00Z',
    }
    return { data: { items: [claim], page: 1, perPage: 50, total: 1 }, response: new Response() }
  },
  consoleDecideRepair: async (call: unknown) => {
    decided.push(call)
    return { response: new Response(null, { status: 204 }) }
  },
}))

beforeAll(async () => {
  await startTexts('en')
  await texts('operator')()
})

it('lists what keeps buyers waiting, with the way to each story, and sends an item again with a reason', async () => {
  render(
    <QueryClientProvider client={queries}>
      <RepairsPage />
    </QueryClientProvider>,
  )
  const repairs = within(await screen.findByRole('region', { name: 'Undelivered items' }))
  expect((await repairs.findByRole('link', { name: 'MN-1' })).getAttribute('href')).toBe('/console/orders/MN-1')
  expect(repairs.getByRole('listitem').textContent).toMatch(
    /partner_unavailable.*sent 3 times.*hub · ff-310 × 2 · Player 884210019.*฿189\.00/,
  )
  const claims = within(screen.getByRole('region', { name: 'Codes reported as used' }))
  const thread = await claims.findByRole('link', { name: 'Open the thread' })
  expect(thread.getAttribute('href')).toBe('/console/threads/1001')

  fireEvent.click(repairs.getByRole('button', { name: 'Send again' }))
  const dialog = within(screen.getByRole('dialog'))
  const confirm = () => fireEvent.click(dialog.getByRole('button', { name: 'Send again' }))
  confirm()
  await dialog.findByText('Please give a reason')
  expect(decided).toEqual([])
  fireEvent.change(dialog.getByLabelText('Reason, for the log'), { target: { value: 'the server is open again' } })
  confirm()
  await repairs.findByText('Nothing is waiting for repair')
  expect(decided).toEqual([{ path: { deliveryId: 5 }, body: { action: 'retry', note: 'the server is open again' } }])
})
