let given = 0

/** A mobile number that nobody has. Its last two digits decide what it is: `71` is prepaid with 1,000 baht left, `72` postpaid with 5,000. */
export function newNumber(ending = '71'): string {
  given += 1
  return `089${String(process.pid % 1_000).padStart(3, '0')}${String(given).padStart(2, '0')}${ending}`
}

/** As its owner reads it. */
export const shownNumber = (number: string) => `${number.slice(0, 3)}-${number.slice(3, 6)}-${number.slice(6)}`

/** As the shop shows it to whoever might look over a shoulder. */
export const masked = (number: string) => `${number.slice(0, 2)}x-xxx-${number.slice(-4)}`

/** A code, but not this one. */
export const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
