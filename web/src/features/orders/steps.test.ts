// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import type { Order } from '@/api/generated'
import { startTexts, texts } from '@/i18n'
import { useSteps } from './steps'

beforeAll(async () => {
  await startTexts('en')
  await texts('orders')()
})

const AT = '2026-11-21T07:41:00Z'
const STEPS = [
  { step: 'created', state: 'done', at: AT },
  { step: 'paid', state: 'current' },
  { step: 'sent', state: 'todo' },
  { step: 'delivered', state: 'todo' },
]

const told = (changed: object) => {
  const order = { status: 'pending', paymentFlow: 'otp', payment: { status: 'awaiting' }, timeline: STEPS, ...changed }
  const lines = [{ playerId: '1', playerName: 'Lime' }]
  const { result } = renderHook(() => useSteps({ lines, ...order } as unknown as Order))
  return result.current.map(({ label, state }) => `${label} (${state})`)
}

it('does not tell what has not happened yet as if it had', () => {
  expect(told({})).toEqual(['Order created (done)', 'Waiting for your code (current)', 'To the partner (todo)', 'Delivery to Lime (todo)'])
  const timeline = STEPS.map(({ step }) => ({ step, state: 'done', at: AT }))
  expect(told({ timeline, paidAt: AT }).at(-1)).toBe('Delivered to Lime (done)')
})

it('waits for nothing by a code that is over', () => {
  expect(told({ payment: { status: 'expired' } })[1]).toBe('Waiting for payment with a new code (todo)')
  expect(told({ payment: { status: 'expired' }, paymentFlow: 'code' })[1]).toBe('Waiting for payment with a new QR code (todo)')
})

it('names the bank, and says when the phone has opened it', () => {
  const timeline = [
    { step: 'created', state: 'done', at: AT },
    { step: 'code_shown', state: 'done', at: AT },
    { step: 'paid', state: 'current' },
  ]
  const bank = { paymentFlow: 'redirect', channelName: { th: 'K PLUS', en: 'K PLUS' }, timeline }
  expect(told(bank).slice(1)).toEqual(['Ready to pay with K PLUS (done)', 'Waiting for K PLUS (current)'])
  expect(told({ ...bank, payment: { status: 'awaiting', openedOnPhoneAt: AT } })[1]).toBe('Opened on your phone (done)')
  expect(told({ ...bank, payment: { status: 'failed' } })[2]).toBe('Waiting for another try (todo)')
})

it('names the card that pays', () => {
  const timeline = [
    { step: 'created', state: 'done', at: AT },
    { step: 'code_shown', state: 'current' },
    { step: 'paid', state: 'todo' },
  ]
  const given = timeline.map(({ step }) => ({ step, state: step === 'paid' ? 'current' : 'done', at: AT }))
  const byCard = { paymentFlow: 'card', timeline }
  expect(told({ ...byCard, payment: { status: 'created', needsCard: true } }).slice(1)).toEqual([
    'Waiting for a card (current)',
    'Payment (todo)',
  ])
  const payment = { status: 'awaiting', card: { brand: 'Visa', lastDigits: '4242' } }
  expect(told({ ...byCard, payment: { status: 'expired' } }).slice(1)).toEqual(['Waiting for a card (current)', 'Payment (todo)'])
  expect(told({ ...byCard, timeline: given, payment }).slice(1)).toEqual([
    'Paying with Visa ••••\u00A04242 (done)',
    'Waiting for your card’s bank (current)',
  ])
})

it('calls nobody’s choice a failure, nor what the staff looks after', () => {
  const ends = (step: string, changed = {}) => told({ timeline: [{ step, state: 'failed', at: AT }], status: 'incomplete', ...changed })
  expect(ends('cancelled')).toEqual(['Order cancelled (ended)'])
  expect(ends('expired')).toEqual(['Time to pay is over (ended)'])
  expect(ends('repair', { status: 'error', paidAt: AT })).toEqual(['Our team is on it (attention)'])
  expect(ends('failed', { status: 'pending' })).toEqual(['Payment failed (failed)'])
})

it('follows packages on numbers by the operator that switches them on', () => {
  const timeline = STEPS.map((step) => ({ ...step, state: step.step === 'delivered' ? 'current' : 'done' }))
  const lines = [{ target: 'number', playerId: '08x-xxx-5678', playerName: '08x-xxx-5678' }]
  expect(told({ timeline, paidAt: AT, lines }).slice(2)).toEqual([
    'Request sent to AIS (done)',
    'Activation on 08x-\u2060xxx-\u20605678 (current)',
  ])
  expect(told({ timeline, paidAt: AT, lines: [...lines, ...lines] }).at(-1)).toBe('Activation (current)')
})
