// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { forgetReasons, keepReason, reasonsAsNote } from './reasons'

test('reasons are kept for each document until they are told', () => {
  const nok = { player: { displayName: 'Nok' }, kind: 'ID card', reason: 'Not clear' }
  keepReason(1, '5 id_card', nok)
  keepReason(1, '6 id_card', { ...nok, player: { displayName: 'Ton' }, reason: 'Expired' })
  keepReason(2, '5 id_card', { ...nok, reason: 'Of another entry' })
  expect(reasonsAsNote(1)).toBe('Nok, ID card: Not clear\nTon, ID card: Expired')
  // Found valid after all.
  keepReason(1, '5 id_card', undefined)
  expect(reasonsAsNote(1)).toBe('Ton, ID card: Expired')
  forgetReasons(1)
  expect(reasonsAsNote(1)).toBe('')
})
