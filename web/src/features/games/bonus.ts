/** "300 + 30 Genesis Crystals" is called "300 Genesis Crystals", with 30 more as a bonus. */
export function withoutBonus(name: string): { name: string; extra: string | undefined } {
  const [, base, extra, rest = ''] = /^(.*?\d[\d,]*) ?\+ ?(\d[\d,]*)(.*)$/.exec(name) ?? []
  return base === undefined ? { name, extra: undefined } : { name: base + rest, extra }
}
