import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Me } from '@/api/generated'
import { queries } from '@/api/queries'
import { useSession } from '@/api/session'
import { startTexts, texts } from '@/i18n'
import { useSavedCardFact } from './saved-card-fact'

const listed = vi.hoisted(() => vi.fn())
vi.mock('@/api/generated', async (original) => ({ ...(await original<object>()), paymentsListCards: listed }))

const name = { th: 'บัตร', en: 'Card' }
const CARD = { code: 'card', name, byNumber: false, byCard: true, allowed: true }
const facts = (channels: (typeof CARD)[]) => {
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  return renderHook(() => useSavedCardFact<{ cardFact?: string } & typeof CARD>(channels).map(({ cardFact }) => cardFact), { wrapper })
    .result
}

beforeAll(async () => {
  await startTexts('en')
  await texts('orders')()
})
beforeEach(() => {
  queries.clear()
  listed.mockReset()
  listed.mockResolvedValue({ data: { items: [{ id: 7, brand: 'Visa', lastDigits: '4242' }] }, response: new Response() })
  useSession.setState({ status: 'member', me: { id: 1 } as Me, token: undefined })
})

it('names the saved card in the row of the channel that it pays', async () => {
  const result = facts([{ ...CARD, code: 'promptpay', byCard: false }, CARD])
  await waitFor(() => expect(result.current).toEqual([undefined, '••••\u00A04242 saved, or a new card']))
})

it('asks for cards only if one can pay, and somebody is signed in', () => {
  facts([{ ...CARD, allowed: false }])
  useSession.setState({ status: 'guest', me: undefined, token: undefined })
  expect(facts([CARD]).current).toEqual([undefined])
  expect(listed).not.toHaveBeenCalled()
})
