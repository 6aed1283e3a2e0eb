import { expect, it } from 'vitest'
import { isTaxId, plainTaxId } from './tax-id'

it('takes the digits of what was typed', () => {
  expect(plainTaxId('1-1017-00203-45-0')).toBe('1101700203450')
  expect(plainTaxId('๑๑๐๑๗ ๐๐๒๐๓๔๕๐')).toBe('1101700203450')
})

it('knows a tax ID by its check digit', () => {
  expect(isTaxId('1101700203450')).toBe(true)
  for (const wrong of ['1101700203451', '110170020345', '11017002034500', '', 'abcdefghijklm']) expect(isTaxId(wrong)).toBe(false)
})
