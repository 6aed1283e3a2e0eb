import type { Locator } from '@playwright/test'
import { encode } from 'uqr'

/** The dark modules of a drawn code, row by row, as the eye of a camera has them. */
export async function drawn(code: Locator): Promise<boolean[][]> {
  const size = Number((await code.getAttribute('viewBox'))?.split(' ')[2])
  const path = (await code.locator('path').getAttribute('d')) ?? ''
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    const row = rows[Number(y)]
    if (row) row[Number(x)] = true
  }
  return rows
}

/** The dark modules that say this text. */
export function meaning(text: string): boolean[][] {
  return encode(text, { ecc: 'M', border: 4 }).data
}
