import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { queries } from '@/api/queries'
import { startTexts, texts } from '@/i18n'
import { VoucherCodes } from './voucher-codes'

const PHONE = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36'
const view = { at: '2026-11-29T03:22:00Z', userAgent: PHONE }

const CLAIM = { state: 'open', serial: 'S-2', createdAt: '2026-11-29T04:10:00Z', threadId: 1001 }

/** Indices asked for, in order. */
let asked: number[] = []
let proofs: object[] = []
let fresh = true

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ children }: { children: ReactNode }) => <span>{children}</span>,
}))

let claims: object[] = []

vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  purchaseListCodes: async () => ({
    data: {
      codes: [1, 2, 3].map((index) => ({
        index,
        of: 3,
        serial: `S-${index}`,
        views: asked.includes(index) && fresh ? [view] : [],
        ...(index === 2 && claims.length > 0 && { claim: CLAIM }),
      })),
    },
    response: new Response(),
  }),
  purchaseRevealCode: async ({ body: { index } }: { body: { index: number } }) => {
    asked.push(index)
    if (!fresh) {
      const error = { status: 403, code: 'fresh_proof_needed', message: 'Please confirm that it is you.', params: { minutes: 10 } }
      return { error, response: new Response(null, { status: 403 }) }
    }
    return { data: { index, of: 3, serial: `S-${index}`, code: 'K70F-2OXY', views: [view] }, response: new Response() }
  },
  purchaseClaimCode: async ({ body }: { body: object }) => {
    claims.push(body)
    return { data: CLAIM, response: new Response() }
  },
  accountGetProof: async () => ({ data: { password: true, emailMasked: 'pl•••@example.com' }, response: new Response() }),
  accountGiveProof: async ({ body }: { body: object }) => {
    proofs.push(body)
    fresh = true
    return { data: { freshUntil: '2026-11-29T04:00:00Z' }, response: new Response() }
  },
}))

beforeAll(async () => {
  await startTexts('en')
  await Promise.all([texts('orders')(), texts('mobile')()])
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
    this.open = false
  }
})

beforeEach(() => {
  asked = []
  proofs = []
  claims = []
  fresh = true
  queries.clear()
  render(
    <QueryClientProvider client={queries}>
      <VoucherCodes number="MN-1" lineId={7} version={1} />
    </QueryClientProvider>,
  )
})

it('shows one code at a time, names its look-alikes, and says when it was first shown', async () => {
  await screen.findByText('Code 2 of 3')
  fireEvent.click(screen.getByRole('button', { name: 'Show code 2' }))
  await screen.findByText('First shown 29 Nov 2026 10:22 · Chrome · Android')
  expect(asked).toEqual([2])
  expect(screen.getAllByRole('button', { name: /^Show code/ })).toHaveLength(2)
  const alikes = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(alikes).toContain('0 is the digit zero (position 3)')
  expect(alikes).toContain('O is a capital letter O (position 6)')
})

it('asks for a proof where the login is old, and then shows the code', async () => {
  fresh = false
  fireEvent.click(await screen.findByRole('button', { name: 'Show code 3' }))
  const password = await screen.findByLabelText('Password')
  expect(screen.queryByText(/Please confirm that it is you\./)).toBeNull()
  fireEvent.change(password, { target: { value: 'Abcdefg1' } })
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  await screen.findByText('Copy')
  expect(proofs).toEqual([{ password: 'Abcdefg1' }])
  expect(asked).toEqual([3, 3])
  await waitFor(() => expect(screen.queryByLabelText('Password')).toBeNull())
})

it('reports a shown code as used, and says that staff look into it', async () => {
  await screen.findByText('Code 2 of 3')
  expect(screen.queryByRole('button', { name: 'Report as already used' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Show code 2' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Report as already used' }))
  screen.getByText(/We exchange it if it was redeemed before we sold it to you/)
  fireEvent.change(screen.getByLabelText(/^More details/), { target: { value: ' The shop says duplicate. ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send to our team' }))
  await screen.findByText('Reported as already used on 29 Nov 2026 11:10. Our team is looking into it.')
  expect(claims).toEqual([{ number: 'MN-1', lineId: 7, index: 2, note: 'The shop says duplicate.' }])
  expect(screen.queryByRole('button', { name: 'Report as already used' })).toBeNull()
})
