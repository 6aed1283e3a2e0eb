import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OutboxStore, Pending } from './outbox'
import { gapOf, newest } from './known'
import { Talk } from './talk'
import { ApiProblem } from '@/api/problem'
import { message, offline, randomFrom, refused, ServerModel, THREAD } from './testing/model'
import type { Outgoing } from './types'

beforeEach(() => {
  vi.useFakeTimers()
  browser = new Browser()
})
afterEach(() => vi.useRealTimers())

/** The stored state of a thread in one browser, for all its tabs. */
class Browser implements OutboxStore {
  readonly kept = new Map<string, Pending>()
  #turn: Promise<unknown> = Promise.resolve()
  load = async () => [...this.kept.values()]
  put = async (entry: Pending) => this.kept.set(entry.clientId, entry).size > 0
  remove = async (clientId: string) => void this.kept.delete(clientId)
  alone = (work: () => Promise<void>) => {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => undefined)
    return done
  }
}

let browser = new Browser()
let named = 0
const write = (text: string): Outgoing => ({ clientId: `c${++named}`, text, pictures: [] })
const shown = (talk: Talk) => talk.store.getState().known.items.map(({ text }) => text)
const waiting = (talk: Talk) => talk.store.getState().outbox.map(({ text, state }) => `${text} ${state}`)
const settled = () => vi.advanceTimersByTimeAsync(0)

function talkWith(server: ServerModel, given: Partial<ConstructorParameters<typeof Talk>[0]> = {}) {
  return new Talk({
    read: async (asked) => server.page(asked),
    send: async (outgoing) => server.accept(outgoing),
    markRead: async () => undefined,
    outbox: browser,
    me: 1,
    ...given,
  })
}

test('with answers lost, events lost, late and repeated, all have what the server has, each once and in the order of writing', async () => {
  for (let seed = 1; seed <= 60; seed++) {
    const random = randomFrom(seed)
    const server = new ServerModel()
    browser = new Browser()
    let cut = false
    const later = <T>(work: () => T): Promise<T> =>
      new Promise((resolve, reject) => {
        setTimeout(() => {
          if (cut) return void offline().catch(reject)
          const answer = work()
          setTimeout(() => (cut || random(6) === 0 ? void offline().catch(reject) : resolve(answer)), random(40))
        }, random(40))
      })
    const make = () =>
      talkWith(server, { read: (asked) => later(() => server.page(asked)), send: (outgoing) => later(() => server.accept(outgoing)) })
    let talk = make()
    let told = 0
    const written: string[] = []
    void talk.reread()
    for (let step = 0; step < 60; step++) {
      const dice = random(10)
      if (dice < 3) {
        written.push(`mine ${step}`)
        talk.post({ clientId: `s${seed}.${step}`, text: `mine ${step}`, pictures: [] })
      } else if (dice < 6) server.add()
      else if (dice === 6) cut = !cut
      else if (dice === 7 && random(4) === 0) {
        // The page is loaded again.
        talk.end()
        talk = make()
        void talk.reread()
      } else if (!cut) {
        // Some events come, now and then one twice, now and then one is lost.
        for (; told < server.messages.length; told++) {
          const item = server.messages[random(5) === 0 ? random(told + 1) : told]
          if (item && random(5) > 0) talk.posted(item)
        }
      }
      // oxlint-disable-next-line no-await-in-loop
      await vi.advanceTimersByTimeAsync(random(60))
    }
    cut = false
    for (let round = 0; round < 12; round++) {
      void talk.reread()
      // oxlint-disable-next-line no-await-in-loop
      await vi.advanceTimersByTimeAsync(31_000)
    }
    expect(waiting(talk)).toEqual([])
    expect(server.messages.filter(({ userId }) => userId === 1).map(({ text }) => text)).toEqual(written)
    const { items } = talk.store.getState().known
    expect(items).toEqual(server.messages.slice(-items.length))
    expect(items.length).toBeGreaterThanOrEqual(Math.min(50, server.messages.length))
    talk.end()
  }
})

test('what was written without a connection outlives a reload, and goes out in order and once', async () => {
  const server = new ServerModel()
  const first = talkWith(server, { read: offline, send: offline })
  first.post(write('one'))
  first.post(write('two'))
  await settled()
  first.end()
  const second = talkWith(server)
  await settled()
  expect(waiting(second)).toEqual(['one waiting', 'two waiting'])
  await second.reread()
  await settled()
  expect(shown(second)).toEqual(['one', 'two'])
  expect(waiting(second)).toEqual([])
  expect(browser.kept.size).toBe(0)
})

test('an answer that was lost is found in the thread: nothing stands twice', async () => {
  const server = new ServerModel()
  const talk = talkWith(server, {
    send: (outgoing) => {
      server.accept(outgoing)
      return offline()
    },
  })
  await talk.reread()
  talk.post(write('once'))
  await settled()
  expect(waiting(talk)).toEqual(['once waiting'])
  const [told] = server.messages
  if (told) talk.posted(told)
  expect(waiting(talk)).toEqual([])
  expect(shown(talk)).toEqual(['once'])
})

test('one goes out at a time, however often one is told to send', async () => {
  const server = new ServerModel()
  let [under, most] = [0, 0]
  const talk = talkWith(server, {
    send: async (outgoing) => {
      under += 1
      most = Math.max(most, under)
      await new Promise((done) => setTimeout(done, 10))
      under -= 1
      return server.accept(outgoing)
    },
  })
  for (const text of ['one', 'two', 'three']) {
    talk.post(write(text))
    void talk.flush()
  }
  await vi.advanceTimersByTimeAsync(100)
  expect(most).toBe(1)
  expect(server.messages.map(({ text }) => text)).toEqual(['one', 'two', 'three'])
})

test('what is refused says why and lets the next pass; it is sent again or discarded by its writer', async () => {
  const server = new ServerModel()
  let refuses = true
  const talk = talkWith(server, {
    send: (outgoing) => (refuses && outgoing.text === 'too much' ? refused('ยาวเกินไป') : Promise.resolve(server.accept(outgoing))),
  })
  await talk.reread()
  const wrong = write('too much')
  talk.post(wrong)
  talk.post(write('fine'))
  await settled()
  expect(talk.store.getState().outbox).toMatchObject([{ text: 'too much', state: 'failed', refusal: 'ยาวเกินไป' }])
  expect(shown(talk)).toEqual(['fine'])
  refuses = false
  talk.resend(wrong.clientId)
  await settled()
  expect(shown(talk)).toEqual(['fine', 'too much'])
  refuses = true
  const again = { ...write('too much') }
  talk.post(again)
  await settled()
  talk.discard(again.clientId)
  expect(waiting(talk)).toEqual([])
})

test('somebody else who signs in sends nothing of it', async () => {
  const server = new ServerModel()
  const talk = talkWith(server, { send: offline })
  await talk.reread()
  talk.post(write('not yours'))
  await settled()
  talk.end()
  await vi.advanceTimersByTimeAsync(120_000)
  await talk.flush()
  expect(server.messages).toEqual([])
})

test('without a connection no more is kept than has its place', () => {
  const talk = talkWith(new ServerModel(), { read: offline, send: offline })
  const taken = Array.from({ length: 60 }, (_, index) => talk.post(write(`${index}`)))
  expect(taken.filter(Boolean)).toHaveLength(50)
})

test('at most one call a second says how far one has read, and it says the furthest', async () => {
  const server = new ServerModel()
  for (let count = 30; count > 0; count--) server.add()
  const said: number[] = []
  const talk = talkWith(server, {
    markRead: async (thread, seq) => {
      expect(thread).toBe(THREAD)
      said.push(seq)
    },
  })
  await talk.reread()
  talk.read(3)
  await settled()
  for (const seq of [5, 9, 8, 20]) talk.read(seq)
  await vi.advanceTimersByTimeAsync(900)
  expect(said).toEqual([3])
  await vi.advanceTimersByTimeAsync(200)
  expect(said).toEqual([3, 20])
})

test('what is shown again is read again, as it was told without what it says', async () => {
  const server = new ServerModel()
  server.add()
  server.hide(1, true)
  const read = vi.fn(async (asked) => {
    const page = server.page(asked)
    return { ...page, items: page.items.map((item) => (item.hidden ? { ...message(item.seq, { hidden: true }), text: null } : item)) }
  })
  const talk = talkWith(server, { read })
  await talk.reread()
  expect(shown(talk)).toEqual([null])
  server.hide(1, false)
  talk.hid(THREAD, 1, false)
  await settled()
  expect(shown(talk)).toEqual(['message 1'])
})

test('an announcement that is shown again, and what was quoted of it, are read again', async () => {
  const server = new ServerModel()
  server.add({ kind: 'broadcast' })
  server.add({ replyTo: { seq: 1, name: 'Nine9', text: 'message 1' } })
  const blank = (hidden: boolean) => (item: ReturnType<typeof message>) =>
    item.seq === 1
      ? { ...item, text: hidden ? null : item.text }
      : { ...item, replyTo: { seq: 1, name: 'Nine9', text: hidden ? '' : 'message 1' } }
  const read = vi.fn(async (asked) => {
    const page = server.page(asked)
    return { ...page, items: page.items.map(blank(server.messages[0]?.hidden ?? false)) }
  })
  const talk = talkWith(server, { read })
  server.hide(1, true)
  await talk.reread()
  const quotes = () => talk.store.getState().known.items.map(({ replyTo }) => replyTo?.text)
  expect([shown(talk)[0], quotes()[1]]).toEqual([null, ''])
  server.hide(1, false)
  talk.hid(THREAD, 1, false)
  await settled()
  expect([shown(talk)[0], quotes()[1]]).toEqual(['message 1', 'message 1'])
  talk.hid(THREAD, 1, true)
  expect(quotes()[1]).toBe('')
})

test('once the tournament is over nothing more is taken, which is said until one comes back', async () => {
  const server = new ServerModel()
  const over = new ApiProblem(409, { code: 'tournament_over', message: 'จบแล้ว' })
  const talk = talkWith(server, { send: () => Promise.reject(over) })
  await talk.reread()
  talk.post(write('late'))
  await settled()
  expect(waiting(talk)).toEqual(['late failed'])
  expect(talk.store.getState().closed).toBe('over')
  talk.left()
  expect(talk.store.getState().closed).toBeUndefined()
})

test('what was sent too often says when it goes on, and is not asked for before', async () => {
  const server = new ServerModel()
  let asked = 0
  const talk = talkWith(server, {
    send: (outgoing) => {
      asked += 1
      return asked === 1 ? Promise.reject(new ApiProblem(429, { code: 'too_many_requests' }, 24)) : Promise.resolve(server.accept(outgoing))
    },
  })
  await talk.reread()
  talk.post(write('one'))
  await settled()
  const [entry] = talk.store.getState().outbox
  expect(entry).toMatchObject({ state: 'waiting', until: Date.now() + 24_000 })
  await vi.advanceTimersByTimeAsync(10_000)
  talk.post(write('two'))
  await talk.flush()
  expect(asked).toBe(1)
  await vi.advanceTimersByTimeAsync(14_000)
  expect(shown(talk)).toEqual(['one', 'two'])
})

test('what is quoted is reached, also far up; what cannot be read is said', async () => {
  const server = new ServerModel()
  for (let count = 180; count > 0; count--) server.add()
  let cut = false
  const talk = talkWith(server, { read: (asked) => (cut ? offline() : Promise.resolve(server.page(asked))) })
  await talk.reread()
  expect(await talk.reach(150)).toBe(true)
  expect(talk.store.getState().known.items[0]?.seq).toBe(131)
  void talk.older()
  expect(await talk.reach(20)).toBe(true)
  expect(talk.store.getState().known.items[0]?.seq).toBe(1)
  const other = talkWith(server, { read: (asked) => (cut ? offline() : Promise.resolve(server.page(asked))) })
  await other.reread()
  cut = true
  expect(await other.reach(5)).toBe(false)
})

test('whoever comes back begins where they stopped, as far as the newest page knows', async () => {
  const server = new ServerModel()
  server.add()
  const talk = talkWith(server)
  await talk.reread()
  expect(talk.store.getState().unreadFrom).toBe(0)
  talk.read(1)
  await vi.advanceTimersByTimeAsync(1_100)
  talk.left()
  expect(talk.store.getState().unreadFrom).toBeUndefined()
  server.add()
  await talk.reread()
  expect(talk.store.getState().unreadFrom).toBe(1)
})

test('what a closed tab left behind is sent once, by whichever tab is open', async () => {
  const server = new ServerModel()
  let sent = 0
  const send = async (outgoing: Outgoing) => {
    sent += 1
    await new Promise((done) => setTimeout(done, 50))
    return server.accept(outgoing)
  }
  const closed = talkWith(server, { read: offline, send: offline })
  closed.post(write('one'))
  closed.post(write('two'))
  await settled()
  closed.end()
  const tabs = [talkWith(server, { send }), talkWith(server, { send })]
  for (const tab of tabs) void tab.flush()
  await vi.advanceTimersByTimeAsync(500)
  expect(server.messages.map(({ text }) => text)).toEqual(['one', 'two'])
  expect(sent).toBe(2)
  expect([browser.kept.size, ...tabs.map((tab) => waiting(tab).length)]).toEqual([0, 0, 0])
})

test('where nothing can be kept, a message lives as long as its page and is sent', async () => {
  const server = new ServerModel()
  const talk = talkWith(server, {
    outbox: { load: async () => [], put: async () => false, remove: async () => undefined, alone: (work) => work() },
  })
  talk.post(write('one'))
  await settled()
  expect(server.messages.map(({ text }) => text)).toEqual(['one'])
})

test('after a long absence the reading place stays, and what came since begins below it', async () => {
  const server = new ServerModel()
  for (let count = 130; count > 0; count--) server.add()
  const talk = talkWith(server)
  await talk.reread()
  await talk.older()
  talk.read(80)
  for (let count = 520; count > 0; count--) server.add()
  await talk.reread()
  await settled()
  const known = () => talk.store.getState().known
  expect([known().items[0]?.seq, newest(known()), known().mine]).toEqual([31, 130, 80])
  expect([gapOf(known())?.count, gapOf(known())?.tail[0]?.seq]).toEqual([520, 601])
  // A new message stands at the end, and the gap stays.
  talk.posted(server.add())
  await settled()
  expect([newest(known()), gapOf(known())?.tail.at(-1)?.seq]).toEqual([130, 651])
  for (let pages = 0; gapOf(known()) && pages < 20; pages++) {
    // oxlint-disable-next-line no-await-in-loop
    await talk.fillGap()
    // oxlint-disable-next-line no-await-in-loop
    await settled()
  }
  expect(known().items.map(({ seq }) => seq)).toEqual(Array.from({ length: 621 }, (_, index) => index + 31))
})

test('who comes back to the page begins where they stopped reading, however much came since', async () => {
  const server = new ServerModel()
  for (let count = 650; count > 0; count--) server.add()
  const talk = talkWith(server, { read: async (asked) => ({ ...server.page(asked), mine: 80 }) })
  await talk.reread()
  const { known, unreadFrom } = talk.store.getState()
  expect([known.items[0]?.seq, newest(known), unreadFrom]).toEqual([31, 130, 80])
  expect(gapOf(known)?.tail[0]?.seq).toBe(601)
  expect(await talk.reach(300)).toBe(true)
})

test('whoever may not see a thread any more stops listening to it', async () => {
  const server = new ServerModel()
  server.add()
  let out = false
  const gone = new ApiProblem(409, { code: 'tournament_not_participating', message: 'คุณไม่ได้แข่งแล้ว' })
  const talk = talkWith(server, { read: async (asked) => (out ? Promise.reject(gone) : server.page(asked)) })
  await talk.reread()
  expect(talk.store.getState().live).toBeDefined()
  out = true
  await talk.reread()
  expect(talk.store.getState()).toMatchObject({ live: undefined, problem: { code: 'tournament_not_participating' } })
})
