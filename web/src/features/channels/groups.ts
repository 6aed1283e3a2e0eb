/** The parts of a channel that decide its place in a list. */
interface Placed {
  code: string
  byNumber: boolean
  allowed: boolean
  flow?: string
  onPhone?: boolean
}

export interface ChannelGroups<Known> {
  fast: readonly Known[]
  other: readonly Known[]
}

const isFast = ({ flow, byNumber, onPhone = false }: Placed) => flow === 'code' || byNumber || onPhone

/** Groups channels for a list: a phone shows its apps first, a computer the code to scan. Refused ones come last. */
export function groupChannels<Known extends Placed>(channels: readonly Known[], phone: boolean): ChannelGroups<Known> {
  const allowed = channels.filter((channel) => channel.allowed)
  const rank = ({ flow, byNumber }: Placed) => (byNumber ? 2 : (flow === 'code') === phone ? 1 : 0)
  return {
    fast: allowed.filter(isFast).toSorted((one, other) => rank(one) - rank(other)),
    other: [...allowed.filter((channel) => !isFast(channel)), ...channels.filter((channel) => !channel.allowed)],
  }
}

/** Returns the codes of the channels that a short list shows: the first allowed ones and the chosen one. */
export function shortList<Known extends Placed>({ fast, other }: ChannelGroups<Known>, chosen: string | undefined, length: number) {
  const all = [...fast, ...other]
  const short = all.filter(({ allowed }) => allowed).slice(0, length)
  const codes = new Set(short.map(({ code }) => code))
  if (chosen !== undefined && !codes.has(chosen) && all.some(({ code }) => code === chosen)) {
    const last = short.at(-1)
    if (last && short.length === length) codes.delete(last.code)
    codes.add(chosen)
  }
  return codes
}
