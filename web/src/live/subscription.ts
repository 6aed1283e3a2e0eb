import type { LiveEvent } from './protocol'
import type { Frame, TopicEvent } from './wire'

/**
 * `out`: not joined on this socket. `pending`: requested. `joined`: events arrive.
 * `refused`: needs a better grant. `ended`: not allowed; requested again only with the next hello.
 */
export type Standing = 'out' | 'pending' | 'joined' | 'refused' | 'ended'

/** The state of one topic: its listeners, its position, whether it is joined. */
export class Subscription {
  readonly topic: string
  /** Whether only the newest snapshot counts, and offsets may skip; else every event counts. Known once it was joined. */
  state = false
  readonly tabs = new Set<string>()
  /** Tabs that came while it was not joined: they may lack events that the others have. */
  readonly late = new Set<string>()
  standing: Standing = 'out'
  /** The newest grant, and the one sent to the hub. */
  grant: string | undefined
  shown: string | undefined
  /** The command whose answer says whether it is joined; undefined for hello. */
  asked: number | undefined
  epoch: string | undefined
  /** The last event passed on; 0 if none. */
  offset = 0
  /** State topics: the newest snapshot, for tabs that come later. */
  newest: LiveEvent | undefined
  presence: string[] | undefined
  /** Failed requests for a new grant, and the time of the next one. */
  asks = 0
  askedAt = Number.NEGATIVE_INFINITY
  cancelAsk: () => void = () => {}

  constructor(topic: string) {
    this.topic = topic
  }

  /** Returns where to resume; empty before the first join. */
  position(): { epoch?: string; offset?: number } {
    return this.epoch === undefined ? {} : { epoch: this.epoch, offset: this.offset }
  }

  /** Whether an answer belongs to the pending join, not to one that was replaced. */
  awaits(id: number | null | undefined): boolean {
    return this.standing === 'pending' && (id ?? undefined) === this.asked
  }

  /** Handles a join; its events are placed next. Returns whether the listeners must reload because something may be missing. */
  join(frame: Frame<'subscribed'>): boolean {
    this.standing = 'joined'
    this.asks = 0
    this.cancelAsk()
    this.state = frame.kind === 'state'
    if (frame.recovered && frame.epoch === this.epoch) return false
    this.epoch = frame.epoch
    // A log continues after this offset; a state topic's newest snapshot, which may be in the frame, has it.
    this.offset = this.state ? 0 : frame.offset
    this.newest = undefined
    // A log may have had events since the REST answer, even before the first join. A state topic brings its snapshot.
    return !this.state || !frame.recovered
  }

  /** Whether an event is the next one (`take`), was seen before (`repeat`), or events before it are missing (`gap`). */
  place(frame: TopicEvent): 'take' | 'repeat' | 'gap' {
    if (frame.offset <= this.offset) return 'repeat'
    if (!this.state && frame.offset !== this.offset + 1) return 'gap'
    this.offset = frame.offset
    if (this.state) this.newest = { event: frame.event, data: frame.data, offset: frame.offset, at: frame.at }
    return 'take'
  }

  /** Handles the loss of the socket. The position is kept. */
  leave(): void {
    this.standing = 'out'
    this.presence = undefined
    this.cancelAsk()
  }

  /** Forgets the position: the next join is a first one, and its listeners reload. */
  reset(): void {
    this.epoch = undefined
    this.offset = 0
    this.newest = undefined
  }
}
