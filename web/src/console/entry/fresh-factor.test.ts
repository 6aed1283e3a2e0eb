// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import type { ConsoleEntry } from '@/api/generated'
import { ApiProblem, problemOf } from '@/api/problem'
import { queries } from '@/api/queries'
import { settleFactor, useFactorAsked, withFreshFactor } from './fresh-factor'

const getEntry = vi.hoisted(() => vi.fn<() => Promise<unknown>>())
vi.mock('@/api/generated', async (original) => ({ ...(await original<object>()), consoleGetEntry: getEntry }))

const standing = (isIn: boolean) => {
  const console = isIn ? { endsAt: '', freshUntil: '' } : null
  const data: ConsoleEntry = {
    name: 'Nok',
    roles: ['admin'],
    factors: { passkeys: [], totp: true, recoveryCodes: 8 },
    passkeysOffered: true,
    console,
  }
  getEntry.mockResolvedValue({ data, response: new Response() })
}

const refusal = (code: 'factor_required' | 'console_required' | 'staff_changed') =>
  new ApiProblem(code === 'staff_changed' ? 409 : 403, { code })
const asked = () => useFactorAsked.getState().asked
/** A call that is refused once. */
const refusedOnce = (code: Parameters<typeof refusal>[0]) => vi.fn(async () => 'done').mockRejectedValueOnce(refusal(code))
const codeOf = (call: Promise<unknown>) => call.catch((error: unknown) => problemOf(error).code)

beforeEach(() => {
  queries.clear()
  getEntry.mockReset()
  settleFactor(false)
})

it('asks for the factor once for all calls that need it, and makes them again', async () => {
  const calls = [refusedOnce('factor_required'), refusedOnce('factor_required')]
  const answers = Promise.all(calls.map((call) => withFreshFactor(call)))
  await vi.waitFor(() => expect(asked()).toBe(true))
  for (const call of calls) expect(call).toHaveBeenCalledOnce()
  settleFactor(true)
  expect(await answers).toEqual(['done', 'done'])
  for (const call of calls) expect(call).toHaveBeenCalledTimes(2)
  expect(asked()).toBe(false)
})

it('leaves the call refused when no factor is given, and does not ask twice', async () => {
  const call = refusedOnce('factor_required')
  const given = codeOf(withFreshFactor(call))
  await vi.waitFor(() => expect(asked()).toBe(true))
  settleFactor(false)
  expect(await given).toBe('factor_required')
  expect(call).toHaveBeenCalledOnce()

  const never = vi.fn(() => Promise.reject(refusal('factor_required')))
  const again = codeOf(withFreshFactor(never))
  await vi.waitFor(() => expect(asked()).toBe(true))
  settleFactor(true)
  expect(await again).toBe('factor_required')
  expect(never).toHaveBeenCalledTimes(2)
})

it('waits for the way in when the session in the console is over', async () => {
  standing(false)
  const call = refusedOnce('console_required')
  const answer = withFreshFactor(call)
  await vi.waitFor(() => expect(getEntry).toHaveBeenCalledOnce())
  expect(call).toHaveBeenCalledOnce()
  expect(asked()).toBe(false)
  await vi.waitFor(() => {
    settleFactor(true)
    expect(call).toHaveBeenCalledTimes(2)
  })
  expect(await answer).toBe('done')
})

it('makes the call again at once when another tab has come in meanwhile', async () => {
  standing(true)
  expect(await withFreshFactor(refusedOnce('console_required'))).toBe('done')
})

it('leaves other refusals to the caller', async () => {
  expect(await codeOf(withFreshFactor(refusedOnce('staff_changed')))).toBe('staff_changed')
  expect(asked()).toBe(false)
})
