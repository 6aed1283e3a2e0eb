import { expect, it } from 'vitest'
import { ApiProblem } from '@/api/problem'
import { standingRefusal } from './use-step'
import { nowOf } from './testing/room'

it('a refusal is forgotten when the room has gone on since', () => {
  const taken = new ApiProblem(409, { code: 'time_taken', match: nowOf({ version: 12 }) })
  expect(standingRefusal(taken, 10, 12)).toBe(taken)
  expect(standingRefusal(taken, 10, 13)).toBeUndefined()
  // Without the room in it, it is of the one that was shown.
  const offline = ApiProblem.offline()
  expect(standingRefusal(offline, 10, 10)).toBe(offline)
  expect(standingRefusal(offline, 10, 11)).toBeUndefined()
  const form = new ApiProblem(422, { code: 'proof_invalid' })
  expect(standingRefusal(form, 10, 20)).toBe(form)
  expect(standingRefusal(null, 10, 10)).toBeUndefined()
})
