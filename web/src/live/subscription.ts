import type { LiveEvent } from './protocol'
import type { Frame, TopicEvent } from './wire'

/**
 * `out`: not joined on this socket. `pending`: asked for. `joined`: events come.
 * `refused`: wants a better grant. `ended`: not allowed; asked for again only with the next hello.
 */
export type Standing = 'out' | 'pending' | 'joined' | 'refused' | 'ended'

/** The state of one topic: its listeners, its position, whether it is joined. */
export class Subscription {
  readonly topic: string
  /** Only the newest snapshot counts, and offsets may skip; else every event does. Known once it was joined. */
  state = false
  readonly tabs = new Set<string>()
  /** Tabs that came while it was not joined: they may lack events that the others have. */
  readonly late = new Set<string>()
  standing: Standing = 'out'
  /** The newest grant, and the one that the hub was shown. */
  grant: string | undefined
  shown: string | undefined
  /** The command whose answer tells whether it is joined; none: hello. */
  asked: number | undefined
  epoch: string | undefined
  /** The last event that was handed on; 0 if none. */
  offset = 0
  /** State topics: the newest snapshot, for tabs that come later. */
  newest: LiveEvent | undefined
  presence: string[] | undefined
  /** How often a new grant was asked for in vain, and the next time. */
  asks = 0
  askedAt = Number.NEGATIVE_INFINITY
  cancelAsk: () => void = () => {}

  constructor(topic: string) {
    this.topic = topic
  }

  /** Where to resume; empty before the first joining. */
  position(): { epoch?: string; offset?: number } {
    return this.epoch === undefined ? {} : { epoch: this.epoch, offset: this.offset }
  }

  /** Whether an answer is the one that is waited for, and not that of a join whose place another has taken. */
  awaits(id: number | null | undefined): boolean {
    return this.standing === 'pending' && (id ?? undefined) === this.asked
  }

  /** Joined; its events are placed next. Answers whether the listeners must reload because something may be missing. */
  join(frame: Frame<'subscribed'>): boolean {
    this.standing = 'joined'
    this.asks = 0
    this.cancelAsk()
    this.state = frame.kind === 'state'
    if (frame.recovered && frame.epoch === this.epoch) return false
    this.epoch = frame.epoch
    // A log goes on after this offset; a state topic's newest snapshot, which may stand in the frame, has it.
    this.offset = this.state ? 0 : frame.offset
    this.newest = undefined
    // A log may have had events since the REST answer, even before the first joining. A state topic brings its snapshot.
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

  /** The socket is gone. The place is kept. */
  leave(): void {
    this.standing = 'out'
    this.presence = undefined
    this.cancelAsk()
  }

  /** Forgets the place: the next joining is a first one, and its listeners reload. */
  reset(): void {
    this.epoch = undefined
    this.offset = 0
    this.newest = undefined
  }
}
