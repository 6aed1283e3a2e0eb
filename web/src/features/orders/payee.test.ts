import { expect, it } from 'vitest'
import { payeeOf } from './payee'

it('finds the receiver in a payment code', () => {
  expect(payeeOf('00020101021253037645802TH5910MANAO SHOP6304ABCD')).toBe('MANAO SHOP')
})

it('knows nobody where the code names nobody, or is none', () => {
  for (const payload of ['', '0002010102125802TH6304ABCD', '5999short', 'hello world', '59xx']) expect(payeeOf(payload)).toBeUndefined()
})
