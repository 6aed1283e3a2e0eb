import type { ClientFrame, ServerFrame, TopicEvent } from '@/api/generated/types.gen'

/** Frames of the hub's wire, version 2: JSON text frames under the subprotocol `manao.v2`. Their types come from the hub. */
export type { ClientFrame, ServerFrame, TopicEvent }

export const SUBPROTOCOL = 'manao.v2'

export type Frame<T extends ServerFrame['type']> = Extract<ServerFrame, { type: T }>

/** Close codes of the hub that mean more than "connect again and resume". */
export const Close = {
  malformed: 4400,
  sessionEnded: 4401,
  revoked: 4403,
  tooManyConnections: 4409,
  tooManyFrames: 4429,
} as const

/** A frame, or nothing if the text is not one. Frames of unknown types pass: the hub may be newer than this page. */
export function parseFrame(text: string): ServerFrame | undefined {
  try {
    const frame: unknown = JSON.parse(text)
    return typeof frame === 'object' && frame !== null && 'type' in frame ? (frame as ServerFrame) : undefined
  } catch {
    return undefined
  }
}
