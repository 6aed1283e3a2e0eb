// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { readLink, saveLink } from './saved-links'
import { savePath, loadPath } from './saved-path'

beforeEach(() => {
  document.cookie = 'redirect_link=; path=/; max-age=0'
})

it('is the saved link, of the last button that was pressed', () => {
  expect(loadPath()).toBeUndefined()
  savePath('/account/coupons?page=2')
  savePath('/cart')
  savePath(undefined)
  expect([loadPath(), readLink('redirect_link')]).toEqual(['/cart', '/cart'])
})

it('takes no link to another site away, and leads to none', () => {
  saveLink('redirect_link', 'https://promo.example/lime', 60)
  savePath('/cart')
  expect([loadPath(), readLink('redirect_link')]).toEqual([undefined, 'https://promo.example/lime'])
})
