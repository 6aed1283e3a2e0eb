import { Engine } from './engine'
import { browserEnvironment } from './environment'
import { lockName } from './protocol'
import { serve } from './serve'

/** The SharedWorker: one engine, and so one socket, for all tabs of the browser. */
const id = crypto.randomUUID()
const engine = new Engine(browserEnvironment())

// Held for life; tabs queue for it and so notice the worker's death.
const held = new Promise<void>((resolve) => {
  void navigator.locks.request(lockName(id), () => {
    resolve()
    return new Promise<never>(() => {})
  })
})

addEventListener('connect', (event) => {
  const port = (event as MessageEvent).ports[0]
  if (port) void held.then(() => serve(engine, port, navigator.locks, lockName(id)))
})
