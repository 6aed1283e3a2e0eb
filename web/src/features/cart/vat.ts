const VAT_PERCENT = 7

/** The tax on top of a line's price that excludes it, in satang, half up. What is charged the server counts. */
export function vatOn(satang: number): number {
  return Math.round((satang * VAT_PERCENT) / 100)
}
