/** Splits "300 + 30 Genesis Crystals" into "300 Genesis Crystals" and a bonus of 30. */
export function withoutBonus(name: string): { name: string; extra: string | undefined } {
  const [, base, extra, rest = ''] = /^(.*?\d[\d,]*) ?\+ ?(\d[\d,]*)(.*)$/.exec(name) ?? []
  return base === undefined ? { name, extra: undefined } : { name: base + rest, extra }
}
