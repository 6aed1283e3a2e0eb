import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { queries } from '@/api/queries'
import { productQuery } from '@/features/catalogue/queries'
import { startTexts, texts } from '@/i18n'
import { CartRow } from './cart-row'
import type { CartLine } from './lines'

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ children }: { children: ReactNode }) => <span>{children}</span>,
}))

const asked: object[] = []
vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  partnersValidatePlayer: async ({ body }: { body: object }) => {
    asked.push(body)
    const error = { status: 422, code: 'player_active_pass', message: 'This account has a pass that is still active.' }
    return { error, response: new Response(null, { status: 422 }) }
  },
}))

const line: CartLine = {
  key: '7',
  productId: 1,
  name: { th: 'เพชร', en: 'Diamonds' },
  gameName: { th: 'เกม', en: 'Game' },
  gameSlug: 'game',
  hue: 1,
  motif: 'rings',
  glyph: 'star',
  card: false,
  playerId: '20399906',
  server: '',
  serverName: '',
  playerName: '',
  byNumber: false,
  consentNeeded: false,
  seller: 'Lime Games',
  gameId: 3,
  quantity: 1,
  unitPriceSatang: 4_900,
  usualPriceSatang: undefined,
  totalSatang: 4_900,
  oldPriceSatang: undefined,
  unavailable: undefined,
  remaining: undefined,
}

beforeAll(async () => {
  await startTexts('en')
  await texts('cart')()
})

beforeEach(() => {
  asked.length = 0
  queries.clear()
})

const show = (shown: CartLine) =>
  render(
    <QueryClientProvider client={queries}>
      <ul>
        <CartRow line={shown} most={10} busy={false} onQuantity={vi.fn()} onRemove={vi.fn()} />
      </ul>
    </QueryClientProvider>,
  )

it('says before paying why a player cannot receive a top-up', async () => {
  show(line)
  await screen.findByText('This account has a pass that is still active.')
  expect(asked).toEqual([{ gameId: 3, playerId: '20399906' }])
})

it('does not ask about a player who is known already', () => {
  show({ ...line, playerName: 'Naga' })
  expect(asked).toEqual([])
})

it('shows a package on a number: one piece, its seller and terms, and the consent that is missing', async () => {
  const terms = { th: 'ต่ออายุเอง', en: 'Renews every 30 days, billed to the number by AIS; cancel any time' }
  queries.setQueryData(productQuery(1).queryKey, { product: { bonus: terms } } as never)
  show({ ...line, playerId: '08x-xxx-5678', playerName: '08x-xxx-5678', byNumber: true, consentNeeded: true })
  screen.getByText('Sold by Lime Games')
  screen.getByText(terms.en)
  screen.getByText('1 per number')
  expect(screen.queryByRole('group', { name: 'Quantity' })).toBeNull()
  expect(asked).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Ask for consent' }))
  await screen.findByText(/We’ll text a 6-digit code to 08x-xxx-5678/)
})
