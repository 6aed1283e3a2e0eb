import { beforeEach, expect, it } from 'vitest'
import { readLink, saveLink } from './saved-links'
import { keepWay, keptWay } from './kept-way'

beforeEach(() => {
  document.cookie = 'redirect_link=; path=/; max-age=0'
})

it('is the saved link, of the last button that was pressed', () => {
  expect(keptWay()).toBeUndefined()
  keepWay('/account/coupons?page=2')
  keepWay('/cart')
  keepWay(undefined)
  expect([keptWay(), readLink('redirect_link')]).toEqual(['/cart', '/cart'])
})

it('takes no link to another site away, and leads to none', () => {
  saveLink('redirect_link', 'https://promo.example/lime', 60)
  keepWay('/cart')
  expect([keptWay(), readLink('redirect_link')]).toEqual([undefined, 'https://promo.example/lime'])
})
