import { expect, it } from 'vitest'
import { mayOpen, roomAt, roomsFor } from './rooms'

const names = (...roles: Parameters<typeof roomsFor>[0]) => roomsFor(roles).map(({ key }) => key)

it('shows each role the rooms that it has work in', () => {
  expect(names('support')).toEqual(['today', 'orders', 'repairs', 'threads', 'channels'])
  expect(names('finance')).toEqual(['today', 'orders', 'money', 'channels'])
  expect(names('esports')).toEqual(['today', 'promoters'])
  // An admin has no access to money or customers by that role alone.
  expect(names('admin')).toEqual(['today', 'staff'])
  expect(names('admin', 'finance')).toEqual(['today', 'orders', 'money', 'channels', 'staff'])
  expect(names('content')).toEqual(['today'])
  expect(names('content', 'catalogue')).toEqual(['today', 'channels'])
})

it('finds the room of a page, and does not take a longer word for it', () => {
  expect(roomAt('/console/orders/MN-7K2D-QX41')?.key).toBe('orders')
  expect(roomAt('/console/money/unmatched')?.key).toBe('money')
  expect(roomAt('/console/ordersheet')).toBeUndefined()
  // Today is one page: the addresses below it are of the other rooms, or of none.
  expect(roomAt('/console')?.key).toBe('today')
  expect(roomAt('/console/me')).toBeUndefined()
})

it('opens the pages of a room to its roles, and one’s own to everybody', () => {
  expect(mayOpen('/console/money/refunds', ['support'])).toBe(false)
  expect(mayOpen('/console/money/refunds', ['support', 'finance'])).toBe(true)
  expect(mayOpen('/console/me', ['content'])).toBe(true)
  expect(mayOpen('/console', ['content'])).toBe(true)
})
