// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { ApiProblem } from '@/api/problem'
import { ownNumber, plainNumber, rememberNumber } from '../mobile/own-number'
import { channelRefusal, isPaymentDocument, numberRefusal, payPage } from './channel'
import { saveChoice, loadChoice } from './saved-choice'

beforeEach(() => sessionStorage.clear())

describe('where an order is paid', () => {
  it('by a number: where its code is asked for', () => {
    expect(payPage({ number: 'MN-1', paymentFlow: 'otp' })).toEqual({ to: '/payment/process', search: { order: 'MN-1' } })
  })
  it('by a code: where it is shown; and without anything to pay, where it ended', () => {
    expect(payPage({ number: 'MN-1', paymentFlow: 'code' })).toEqual({ to: '/promtpay', search: { number: 'MN-1' } })
    expect(payPage({ number: 'MN-1' })).toEqual({ to: '/purchase/result', search: { number: 'MN-1' } })
  })
})

describe('where a card pays', () => {
  it('is entered by a page load, unless the document was loaded there', () => {
    const page = { to: '/payment/process', search: { order: 'MN-1' } }
    expect(payPage({ number: 'MN-1', paymentFlow: 'card' })).toEqual({ ...page, reloadDocument: true })
    for (const path of ['/payment/process', '/en/payment/process', '/payment/process/']) expect(isPaymentDocument(path)).toBe(true)
    for (const path of ['/', '/en', '/promtpay', '/payment/process/other', '/games/payment/process', undefined])
      expect(isPaymentDocument(path), path).toBe(false)
  })
})

describe('a refused order', () => {
  const notAllowed = (code: string) =>
    new ApiProblem(409, { code: 'channel_not_allowed', message: 'not so', reason: { code, message: 'because' } })

  it('is told at the number when it is about the number', () => {
    const field = new ApiProblem(422, { code: 'fields_invalid', message: 'some fields', fieldMessages: { mobileNumber: 'ten digits' } })
    expect(numberRefusal(field)).toBe('ten digits')
    expect(numberRefusal(new ApiProblem(409, { code: 'mobile_number_suspended', message: 'suspended' }))).toBe('suspended')
    for (const code of ['channel_number', 'channel_credit']) expect(numberRefusal(notAllowed(code))).toBe('because')
  })
  it('is told beside the order otherwise, with the reason of the channel', () => {
    expect(numberRefusal(notAllowed('channel_maximum'))).toBeUndefined()
    expect(channelRefusal(notAllowed('channel_maximum'))).toBe('because')
    const away = new ApiProblem(503, { code: 'telecom_unavailable', message: 'away' })
    expect([numberRefusal(away), channelRefusal(away)]).toEqual([undefined, undefined])
  })
})

describe('the number to pay by', () => {
  it('is sent plain, however it was written', () => {
    for (const text of ['0812345671', '081-234-5671', ' (081) 234 5671', '๐๘๑๒๓๔๕๖๗๑']) expect(plainNumber(text)).toBe('0812345671')
    expect(plainNumber('+66 81 234 5671')).toBe('+66812345671')
  })
  it('is the person’s own when this tab has seen it confirmed', () => {
    const me = { mobileMasked: '08x-xxx-5671', mobileVerified: true }
    expect(ownNumber(me)).toBeUndefined()
    for (const typed of ['081-234-5671', '+66812345671']) {
      rememberNumber(typed)
      expect(ownNumber(me)).toBe(plainNumber(typed))
    }
    expect(ownNumber({ ...me, mobileVerified: false })).toBeUndefined()
    expect(ownNumber({ ...me, mobileMasked: '09x-xxx-5671' }), 'somebody else').toBeUndefined()
    expect(ownNumber(undefined)).toBeUndefined()
  })
  it('and the channel are found again by who chose them', () => {
    const choice = { channel: 'ais_prepaid', number: '081' }
    saveChoice(7, choice)
    expect(loadChoice(7)).toMatchObject(choice)
    expect(loadChoice(8)).toEqual({})
  })
})
