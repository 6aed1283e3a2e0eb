// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useClientId } from './use-client-id'

it('names the same message the same until it has arrived', () => {
  const { result } = renderHook(() => useClientId())
  const first = result.current.of({ text: 'a' })
  expect(result.current.of({ text: 'a' })).toBe(first)
  expect(result.current.of({ text: 'b' })).not.toBe(first)
  const again = result.current.of({ text: 'b' })
  result.current.renew()
  expect(result.current.of({ text: 'b' })).not.toBe(again)
})
