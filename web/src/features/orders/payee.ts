/** The receiver's name in a payment code, as a banking app will show it: field 59 of EMV's merchant-presented QR. */
export function payeeOf(payload: string): string | undefined {
  for (let at = 0; at + 4 <= payload.length; ) {
    const length = Number(payload.slice(at + 2, at + 4))
    const value = payload.slice(at + 4, at + 4 + length)
    if (Number.isNaN(length) || value.length < length) return undefined
    if (payload.startsWith('59', at)) return value.trim() || undefined
    at += 4 + length
  }
  return undefined
}
