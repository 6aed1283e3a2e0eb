import { expect, test } from 'vitest'
import { manageSearch } from '@/app/search'

test('the address names the part of the desk, and of the messages whose they are', () => {
  expect(manageSearch({})).toEqual({})
  expect(manageSearch({ section: 'messages' })).toEqual({ section: 'messages' })
  expect(manageSearch({ section: 'messages', entrant: '17' })).toEqual({ section: 'messages', entrant: 17 })
  expect(manageSearch({ section: 'messages', entrant: 'x' })).toEqual({ section: 'messages' })
  expect(manageSearch({ section: 'draw', entrant: '17' })).toEqual({ section: 'draw' })
})
