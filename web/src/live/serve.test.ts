import { expect, it } from 'vitest'
import { type FromTab, lockName, type ToTab } from './protocol'
import { type Port, serve } from './serve'
import { world } from './testing/world'

/** One end of a channel; `tab` is the other. */
function channel() {
  const heard: ToTab[] = []
  const listeners: ((event: MessageEvent<FromTab>) => void)[] = []
  let started = false
  const port: Port & { open: boolean } = {
    open: true,
    addEventListener: (_type, listener) => listeners.push(listener),
    start: () => {
      started = true
    },
    postMessage: (message) => heard.push(structuredClone(message)),
    close: () => {
      port.open = false
    },
  }
  const say = (message: FromTab) => {
    const event = { data: structuredClone(message) } as MessageEvent<FromTab>
    if (started && port.open) for (const listener of listeners) listener(event)
  }
  return { port, heard, say }
}

/** Locks that tabs hold; `free` is what the browser does when one dies. */
function lockTable() {
  const waiting = new Map<string, () => void>()
  return {
    locks: {
      request: async (name: string, granted: () => void) => {
        waiting.set(name, granted)
      },
    },
    free: (tab: string) => waiting.get(lockName(tab))?.(),
  }
}

const attach = (tab: string): FromTab => ({ type: 'attach', tab, visible: true, online: true })
const visitor = (heard: ToTab[], say: (message: FromTab) => void) => {
  const ask = heard.findLast((message) => message.type === 'ask')
  if (ask?.type === 'ask') say({ type: 'token', ask: ask.ask })
}

function served() {
  const { clock, hub, engine } = world()
  const { locks, free } = lockTable()
  const open = (tab: string) => {
    const end = channel()
    serve(engine, end.port, locks, 'the-worker')
    end.say(attach(tab))
    return end
  }
  return { clock, hub, engine, locks, free, open }
}

it('tells a tab first how to learn of its death', () => {
  const { engine, locks } = served()
  const { port, heard } = channel()
  serve(engine, port, locks, 'the-worker')
  expect(heard).toEqual([{ type: 'ready', lock: 'the-worker' }])
})

it('hears nothing from a tab before it is attached', () => {
  const { clock, hub, engine, locks } = served()
  const { port, heard, say } = channel()
  serve(engine, port, locks, 'the-worker')
  say({ type: 'join', topic: 'public:news', anew: true })
  clock.advance(1_000)
  expect(heard).toHaveLength(1)
  expect(hub.connections).toHaveLength(0)
})

it('carries messages both ways', () => {
  const { clock, hub, open } = served()
  const { heard, say } = open('a')
  say({ type: 'join', topic: 'public:news', anew: true })
  visitor(heard, say)
  clock.advance(1_000)
  hub.publish('public:news', { n: 1 })
  clock.advance(1_000)
  expect(heard.filter((message) => message.type === 'event').map((message) => message.data)).toEqual([{ n: 1 }])
  expect(heard.at(0)).toEqual({ type: 'ready', lock: 'the-worker' })
})

it('leaves the topics of a tab that died, and only those', () => {
  const { clock, hub, free, open } = served()
  const a = open('a')
  const b = open('b')
  a.say({ type: 'join', topic: 'public:news', anew: true })
  b.say({ type: 'join', topic: 'public:news', anew: true })
  a.say({ type: 'join', topic: 'public:stock:1', anew: true })
  for (const each of [a, b]) visitor(each.heard, each.say)
  clock.advance(1_000)
  expect([...hub.current.joined]).toEqual(['public:news', 'public:stock:1'])
  free('a')
  clock.advance(100)
  expect([...hub.current.joined]).toEqual(['public:news'])
  expect([a.port.open, b.port.open]).toEqual([false, true])
})

it('leaves the topics of a tab that goes away by itself', () => {
  const { clock, hub, free, open } = served()
  const a = open('a')
  a.say({ type: 'join', topic: 'public:news', anew: true })
  visitor(a.heard, a.say)
  clock.advance(1_000)
  a.say({ type: 'detach' })
  clock.advance(100)
  expect(hub.current.joined.size).toBe(0)
  expect(a.port.open).toBe(false)
  free('a')
  clock.advance(61_000)
  expect(hub.alive).toHaveLength(0)
})
