import type { ProblemCode } from '@/api/generated'
import type { ApiProblem } from '@/api/problem'
import { maskMsisdn, parseMsisdn } from '@/rules/msisdn'

/** Stands for the account's own verified number, which the page knows in masked form only. */
export const OWN_NUMBER = 'me'
/** Stands in an address for a number that this tab has kept: addresses are logged. */
export const KEPT_NUMBER = 'kept'

/** Returns the number to send: the account's own one, or the typed one in international form; empty until it is complete. */
export const readNumber = (typed: string): string => (typed === OWN_NUMBER ? OWN_NUMBER : (parseMsisdn(typed) ?? ''))

const KEY = 'manao.packageNumbers'
const KEPT = 8

function read(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((number) => typeof number === 'string') : []
  } catch {
    return []
  }
}

/** Keeps a number for the checkout and for its owner's consent, also while signing in leads away; in this tab only. */
export function keepNumber(number: string): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([number, ...read().filter((known) => known !== number)].slice(0, KEPT)))
  } catch {
    // Storage may be refused; then the number is typed again.
  }
}

/** Returns the number that an address refers to; undefined if this tab does not know it. */
export const numberOf = (player: string): string | undefined => (player === KEPT_NUMBER ? read()[0] : player)

/** Returns the number that the shop shows masked; undefined if this tab does not know it. */
export const unmasked = (masked: string): string | undefined => read().find((number) => maskMsisdn(number) === masked)

/** The operator's reasons against a number; each has its own text. */
const NUMBER_REFUSALS = [
  'number_not_eligible',
  'number_already_active',
  'number_wrong_network',
  'number_blocked',
  'mobile_number_suspended',
] as const satisfies ProblemCode[]

export const numberRefusal = ({ code }: ApiProblem) => NUMBER_REFUSALS.find((known) => known === code)
