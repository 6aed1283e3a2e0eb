import { expect, it } from 'vitest'
import { authorizeAddress, opensAtOnce } from './authorize'
import { groupChannels, shortList } from './groups'

const channel = (code: string, changed: object = {}) => ({ code, byNumber: false, allowed: true, ...changed })
const app = (code: string, changed: object = {}) => channel(code, { flow: 'redirect', onPhone: true, ...changed })
const CHANNELS = [
  channel('promptpay', { flow: 'code' }),
  channel('ais_prepaid', { flow: 'otp', byNumber: true }),
  channel('linepay', { flow: 'redirect' }),
  app('kbank'),
  app('ktb', { allowed: false }),
  app('scb'),
]
const codes = (phone: boolean) => {
  const { fast, other } = groupChannels(CHANNELS, phone)
  return [fast.map(({ code }) => code), other.map(({ code }) => code)]
}

it('shows apps first on a phone and the code first on a computer', () => {
  expect(codes(true)).toEqual([
    ['kbank', 'scb', 'promptpay', 'ais_prepaid'],
    ['linepay', 'ktb'],
  ])
  expect(codes(false)).toEqual([
    ['promptpay', 'kbank', 'scb', 'ais_prepaid'],
    ['linepay', 'ktb'],
  ])
})

it('keeps the chosen channel in a short list', () => {
  const groups = groupChannels(CHANNELS, true)
  expect([...shortList(groups, 'kbank', 3)]).toEqual(['kbank', 'scb', 'promptpay'])
  expect([...shortList(groups, 'linepay', 3)]).toEqual(['kbank', 'scb', 'linepay'])
  expect([...shortList(groups, undefined, 9)]).toEqual(['kbank', 'scb', 'promptpay', 'ais_prepaid', 'linepay'])
})

it('opens only addresses that are safe', () => {
  const bank = 'https://pay.example/authorize?id=1'
  expect(authorizeAddress(bank)).toBe(bank)
  expect(authorizeAddress('http://localhost:8090/opn')).toBe('http://localhost:8090/opn')
  for (const unsafe of ['http://pay.example/', 'javascript:alert(1)', 'kplus://pay', '/relative', '', null, undefined])
    expect(authorizeAddress(unsafe)).toBeUndefined()
})

it('goes to the bank at once where its app or page opens', () => {
  const kbank = { flow: 'redirect', onPhone: true }
  const linepay = { flow: 'redirect', onPhone: false }
  expect([opensAtOnce(kbank, 'ios', undefined), opensAtOnce(kbank, 'android', undefined)]).toEqual([true, true])
  expect(opensAtOnce(kbank, 'web', undefined), 'a computer hands over').toBe(false)
  expect(opensAtOnce(kbank, 'android', 'line'), 'another browser first').toBe(false)
  expect([opensAtOnce(linepay, 'web', undefined), opensAtOnce(linepay, 'ios', 'line')]).toEqual([true, true])
  expect(opensAtOnce({ flow: 'code' }, 'ios', undefined)).toBe(false)
})
