import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeAll, expect, it, vi } from 'vitest'
import type { ActivationStatus, DeliveryLive, LineActivation } from '@/api/generated'
import { startTexts, texts } from '@/i18n'
import LineState from './line-state'

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))

beforeAll(async () => {
  await startTexts('en')
  await texts('numbers')()
})

const activation = (status: ActivationStatus, changed: Partial<LineActivation> = {}): LineActivation => ({
  status,
  cancellable: false,
  version: 1,
  ...changed,
})

function show(given: LineActivation | undefined, delivery: Partial<DeliveryLive> = {}, paidBack = false, asksBuyer = false) {
  const { container } = render(
    <LineState
      activation={given}
      delivery={{ status: 'sent', hasCode: false, ...delivery }}
      number="08x-xxx-5678"
      paidBack={paidBack}
      asksBuyer={asksBuyer}
    />,
  )
  return container.textContent
}

const DATES = { activatedAt: '2026-11-21T07:41:00Z', expiresAt: '2026-12-21T07:41:00Z' }

it.each([undefined, activation('accepted')])('says that it is being switched on: %o', (given) => {
  expect(show(given)).toBe('AIS is switching it on for 08x-xxx-5678. This page updates by itself.')
})

it('shows since when and until when a package works', () => {
  show(activation('active', DATES), { status: 'delivered' })
  screen.getByText('Active')
  screen.getByText('21 Nov 2026')
  screen.getByText('Works until')
  screen.getByText('21 Dec 2026')
  expect(screen.queryByText(/bills/)).toBeNull()
  expect(screen.getByRole('link').getAttribute('href')).toBe('/account/subscriptions')
})

it('neither links packages nor promises news to somebody who is not signed in', () => {
  const state = (given: LineActivation) => (
    <LineState activation={given} delivery={{ status: 'sent' }} number="08x-xxx-5678" paidBack={false} asksBuyer={false} signedOut />
  )
  const { container, rerender } = render(state(activation('accepted')))
  expect(container.textContent).toBe('AIS is switching it on for 08x-xxx-5678.')
  rerender(state(activation('active', DATES)))
  screen.getByText('Active')
  expect(screen.queryByRole('link')).toBeNull()
})

it('shows the next renewal, and who bills it', () => {
  show(activation('active', { ...DATES, nextRenewalAt: DATES.expiresAt, renewalPriceSatang: 9_900 }), { status: 'delivered' })
  screen.getByText('Next renewal')
  screen.getByText('AIS bills ฿99 to this number')
  expect(screen.queryByText('Works until')).toBeNull()
})

it('shows that a cancelled one still works, and when it ended', () => {
  expect(show(activation('cancelled', DATES), { status: 'delivered' })).toMatch(/Works until21 Dec 2026It will not renew again/)
  expect(show(activation('ended', DATES), { status: 'delivered' })).toMatch(/Ended on21 Dec 2026/)
})

it.each([
  ['repair', 'already_active', false, 'This number already has this package.Your money is safe'],
  ['closed', 'not_eligible', false, 'AIS says that this number cannot have this package.We are refunding'],
  ['closed', 'wrong_network', true, 'This number is not with AIS.Your money has been refunded.'],
  ['repair', 'unavailable', false, 'AIS could not switch this package on.Your money is safe'],
] as const)('says why it was refused (%s, %s), and where the money is', (status, failureCode, paidBack, said) => {
  expect(show(activation('refused'), { status, failureCode }, paidBack)).toContain(said)
})

it('leaves the money to the choice that the buyer is asked for', () => {
  const said = show(activation('refused'), { status: 'repair', failureCode: 'wrong_network' }, false, true)
  expect(said).toBe('This number is not with AIS.')
})
