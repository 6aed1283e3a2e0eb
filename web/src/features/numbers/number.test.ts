// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { KEPT_NUMBER, keepNumber, numberOf, OWN_NUMBER, readNumber, unmasked } from './number'

beforeEach(() => sessionStorage.clear())

it('reads a number as it is sent, or none', () => {
  expect(readNumber('081-234-5678')).toBe('66812345678')
  expect(readNumber('081-234')).toBe('')
  expect(readNumber(OWN_NUMBER)).toBe('me')
})

it('keeps numbers in this tab: addresses and the shop show none', () => {
  expect(numberOf(KEPT_NUMBER)).toBeUndefined()
  keepNumber('66812345678')
  keepNumber('66912345671')
  expect(numberOf(KEPT_NUMBER)).toBe('66912345671')
  expect(numberOf(OWN_NUMBER)).toBe('me')
  expect(unmasked('08x-xxx-5678')).toBe('66812345678')
  expect(unmasked('08x-xxx-5679')).toBeUndefined()
})

it('keeps the last eight', () => {
  for (let digit = 0; digit < 10; digit += 1) keepNumber(`6681234567${digit}`)
  keepNumber('66812345672')
  expect(unmasked('08x-xxx-5671')).toBeUndefined()
  expect(unmasked('08x-xxx-5672')).toBe('66812345672')
  sessionStorage.setItem('manao.packageNumbers', '{"no": "list"}')
  expect(numberOf(KEPT_NUMBER)).toBeUndefined()
})
