import { expect, test } from 'vitest'
import { from, gapOf, newest, NOTHING, type KnownThread, withHidden, withMessage, withMuted, withPage, withRead } from './known'
import { message, randomFrom, ServerModel, THREAD } from './testing/model'

const seqs = ({ items }: KnownThread) => items.map(({ seq }) => seq)

test('whatever order pages and events come in, and however often, they end the same', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const random = randomFrom(seed)
    const server = new ServerModel()
    for (let count = 3 + random(40); count > 0; count--) server.add()
    const total = server.messages.length
    const begin = 1 + random(total)
    // The first page holds the messages until then. Each later one comes as an event, and some are in pages as well.
    const until = 1 + random(total)
    const first = withPage(NOTHING, { ...server.page({ before: until + 1, limit: 1 + random(10) }), lastSeq: until }, 0)
    const facts: Array<(known: KnownThread) => KnownThread> = server.messages
      .filter(({ seq }) => seq > until)
      .map((item) => (known) => withMessage(known, item))
    for (let count = random(12); count > 0; count--) {
      const fact = facts[random(Math.max(1, facts.length))]
      if (fact) facts.push(fact)
    }
    for (let count = random(4); count > 0; count--) {
      const after = until + random(Math.max(1, total - until))
      const page = server.page({ after, limit: 1 + random(8) })
      facts.push((known) => withPage(known, page, known.tick, after))
    }
    const earlier = server.page({ before: first.items[0]?.seq ?? 1, limit: 5 })
    facts.push(
      (known) => withPage(known, earlier, known.tick),
      (known) => withRead(known, { away: begin }),
      (known) => withRead(known, { away: Math.max(1, begin - 2), home: 3 }),
      (known) => withMuted(known, 2, true),
    )
    const shuffled = facts.map((fact) => ({ fact, key: random(1_000_000) })).toSorted((a, b) => a.key - b.key)
    const known = shuffled.reduce((now, { fact }) => fact(now), first)
    const lowest = earlier.items[0]?.seq ?? first.items[0]?.seq ?? 1
    expect(seqs(known)).toEqual(server.messages.slice(lowest - 1).map(({ seq }) => seq))
    expect(known.ahead).toEqual([])
    expect(known.read).toEqual({ away: begin, home: 3 })
  }
})

test('what is beyond a gap is not shown until the gap is filled', () => {
  const server = new ServerModel()
  for (let count = 6; count > 0; count--) server.add()
  let known = withPage(NOTHING, { ...server.page({ before: 3 }), lastSeq: 2 }, 0)
  known = withMessage(known, message(5))
  expect(seqs(known)).toEqual([1, 2])
  known = withPage(known, server.page({ after: 2, limit: 2 }), known.tick, 2)
  expect(seqs(known)).toEqual([1, 2, 3, 4, 5])
})

test('a message before the first page waits for it', () => {
  const known = withMessage(NOTHING, message(4))
  expect(seqs(known)).toEqual([])
  const server = new ServerModel()
  for (let count = 3; count > 0; count--) server.add()
  expect(seqs(withPage(known, server.page({}), 0))).toEqual([1, 2, 3, 4])
})

test('a newest page far beyond what is shown stands below a gap, which is filled from its beginning', () => {
  const server = new ServerModel()
  for (let count = 500; count > 0; count--) server.add()
  const old = withPage(NOTHING, { ...server.page({ before: 11 }), lastSeq: 10 }, 0)
  let known = withPage(old, server.page({ limit: 50 }), old.tick)
  expect([known.items[0]?.seq, newest(known)]).toEqual([1, 10])
  expect([gapOf(known)?.count, gapOf(known)?.tail[0]?.seq, gapOf(known)?.tail.length]).toEqual([490, 451, 50])
  // A message that follows in the meantime is appended; one that does not follow is not.
  server.add()
  known = withMessage(known, message(501))
  expect([gapOf(known)?.count, gapOf(known)?.tail.length]).toEqual([491, 51])
  expect(gapOf(withMessage(known, message(503)))?.tail.map(({ seq }) => seq)).toEqual([503])
  for (let after = newest(known); after < 450; after = newest(known)) known = withPage(known, server.page({ after }), known.tick, after)
  expect([newest(known), gapOf(known), known.ahead.length]).toEqual([501, undefined, 0])
})

test('a page that was asked for before a message was hidden does not show it again', () => {
  const server = new ServerModel()
  for (let count = 3; count > 0; count--) server.add()
  const known = withPage(NOTHING, server.page({}), 0)
  const { tick } = known
  const stale = server.page({})
  const hidden = withHidden(known, 2, true)
  expect(withPage(hidden, stale, tick).items[1]?.hidden).toBe(true)
  server.hide(2, true)
  server.hide(2, false)
  // Asked for later, it knows better.
  expect(withPage(hidden, server.page({}), hidden.tick).items[1]?.hidden).toBe(false)
})

test('what is older than was read again is asked for anew', () => {
  const server = new ServerModel()
  for (let count = 9; count > 0; count--) server.add()
  const known = from(withPage(NOTHING, server.page({}), 0), 4)
  expect(seqs(known)).toEqual([4, 5, 6, 7, 8, 9])
  expect(known.more).toBe(true)
})

test("another thread's message is none of this one's", () => {
  const known = withPage(NOTHING, new ServerModel().page({}), 0)
  expect(withMessage(known, message(1, { threadId: THREAD + 1 }))).toBe(known)
})

test('nothing lies before an empty thread', () => {
  const server = new ServerModel()
  expect(from(withPage(NOTHING, server.page({}), 0), 1).more).toBe(false)
  server.add()
  const known = { ...withPage(NOTHING, server.page({}), 0), more: true }
  expect(withPage(known, server.page({ before: 1 }), 0).more).toBe(false)
})

test('what is hidden is not read in the answers to it, whatever page comes late', () => {
  const server = new ServerModel()
  server.add()
  server.add({ replyTo: { seq: 1, name: 'Nine9', text: 'message 1' } })
  const known = withPage(NOTHING, server.page({}), 0)
  const hidden = withHidden(known, 1, true)
  expect(hidden.items[1]?.replyTo?.text).toBe('')
  expect(withPage(hidden, server.page({}), known.tick).items[1]?.replyTo?.text).toBe('')
})
