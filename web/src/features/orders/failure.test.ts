import { describe, expect, it } from 'vitest'
import en from '@/i18n/en/orders'
import th from '@/i18n/th/orders'
import {
  CARD_FAILURES,
  DELIVERY_FAILURES,
  NUMBER_FAILURES,
  PAYMENT_FAILURES,
  REDIRECT_FAILURES,
  deliveryFailure,
  failureText,
  isOfNumber,
  numberFailure,
  paymentFailure,
} from './failure'

describe('why a payment or a delivery failed', () => {
  it.each([
    ['th', th],
    ['en', en],
  ] as const)('is told in words of its own in %s', (_, texts) => {
    const payments = PAYMENT_FAILURES.map((code) => texts.failure[code])
    const deliveries = DELIVERY_FAILURES.map((code) => texts.shortfall[code])
    const byNumber = NUMBER_FAILURES.map((code) => texts.numberFailure[code])
    const atBank = REDIRECT_FAILURES.map((code) => texts.redirectFailure[code])
    const byCard = CARD_FAILURES.map((code) => texts.cardFailure[code])
    const all = [...payments, ...byNumber, ...atBank, ...byCard, ...deliveries]
    const codes = [...PAYMENT_FAILURES, ...NUMBER_FAILURES, ...REDIRECT_FAILURES, ...CARD_FAILURES, ...DELIVERY_FAILURES]
    expect(new Set(all).size).toBe(codes.length)
    for (const text of all) expect(text.length).toBeGreaterThan(20)
  })
  it('speaks of a QR code only where there is one', () => {
    for (const code of NUMBER_FAILURES) {
      expect(th.numberFailure[code]).not.toContain('คิวอาร์')
      expect(en.numberFailure[code]).not.toContain('QR')
    }
    for (const code of REDIRECT_FAILURES) {
      expect(th.redirectFailure[code]).not.toContain('คิวอาร์')
      expect(en.redirectFailure[code]).not.toContain('QR')
    }
    for (const code of CARD_FAILURES) {
      expect(th.cardFailure[code]).toMatch(/ยังไม่มีการหักเงิน|คืนเข้าบัตร/)
      expect(en.cardFailure[code]).toMatch(/you have not been charged|to your card/)
    }
    expect([failureText('card', 'stolen_or_lost_card'), failureText('card', 'used_token'), failureText('card', 'odd')]).toEqual([
      'cardFailure.stolen_or_lost_card',
      'cardFailure.card_invalid',
      'cardFailure.failed',
    ])
    expect([failureText('redirect', 'insufficient_fund'), failureText('redirect', 'odd')]).toEqual([
      'redirectFailure.insufficient_balance',
      'redirectFailure.failed',
    ])
    expect([numberFailure('credit_short'), numberFailure('new_at_the_operator'), numberFailure(null)]).toEqual([
      'credit_short',
      'failed',
      'failed',
    ])
    expect(NUMBER_FAILURES.filter(isOfNumber)).toEqual([
      'credit_short',
      'cap_reached',
      'number_suspended',
      'number_blocked',
      'other_operator',
    ])
  })
  it('tells an unknown reason of a payment as a failure, and says nothing of a partner’s', () => {
    expect([paymentFailure('payment_rejected'), paymentFailure('new_at_the_provider'), paymentFailure(undefined)]).toEqual([
      'payment_rejected',
      'failed',
      'failed',
    ])
    expect([deliveryFailure('stock_gone'), deliveryFailure('player_gone'), deliveryFailure(null)]).toEqual([
      'stock_gone',
      undefined,
      undefined,
    ])
  })
})
