// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { DeskEntrant } from '@/api/generated'
import { waitingThings } from './lane'

const entry = (status: DeskEntrant['status'], pips: string) => ({ status, pips }) as DeskEntrant

test('what waits counts each entry once, and only what somebody can decide', () => {
  expect(waitingThings([entry('register', 'ww'), entry('join', 'vw'), entry('join', 'vv'), entry('waitlist', 'w')])).toBe(3)
  expect(waitingThings([entry('incomplete_team', 'mw'), entry('invalid', 'iw'), entry('withdrawn', 'ww')])).toBe(0)
})

test('counts what waits in the brackets beside the entries, those once', () => {
  const needs = {
    review: 5,
    documents: 5,
    draw: 1,
    rule: 0,
    noShow: 0,
    overdue: 0,
    setTime: 0,
    groups: 3,
    advance: 0,
    finish: 0,
    reported: 0,
  }
  expect(waitingThings([entry('register', 'ww')], needs)).toBe(5)
})
