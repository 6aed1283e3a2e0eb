// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { ApiProblem } from '@/api/problem'
import { startTexts, texts } from '@/i18n'
import { useNumberRefusal } from './use-number-refusal'

beforeAll(async () => {
  await startTexts('en')
  await texts('orders')()
})

const say = (status: number, body: ConstructorParameters<typeof ApiProblem>[1]) =>
  renderHook(useNumberRefusal).result.current(new ApiProblem(status, body))

it('tells a spending cap with its amount and the day when it starts again, as far as they are known', () => {
  const capped = { code: 'mobile_cap_reached' as const, message: 'The limit of this number is reached.' }
  expect(say(409, { ...capped, params: { capSatang: 150_000, resetsAt: '2026-12-01T00:00:00+07:00' } })).toBe(
    'The limit of this number is reached. Its operator allows ฿1,500 a month. It counts again from 1 Dec 2026.',
  )
  expect(say(409, { ...capped, params: {} })).toBe(capped.message)
  expect(say(409, { code: 'channel_not_allowed', message: 'Not this way', reason: { ...capped, params: { capSatang: 150_050 } } })).toBe(
    'The limit of this number is reached. Its operator allows ฿1,500.50 a month.',
  )
})

it('tells other refusals as they are, and nothing that is not about the number', () => {
  expect(say(409, { code: 'mobile_number_suspended', message: 'Suspended' })).toBe('Suspended')
  expect(say(409, { code: 'price_changed', message: 'Other price' })).toBeUndefined()
})
