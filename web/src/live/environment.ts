import { parseFrame, SUBPROTOCOL, type ClientFrame, type ServerFrame } from './wire'

/** An open or opening socket. */
export interface Socket {
  send(frame: ClientFrame): void
  /** Ends it. None of its callbacks is called afterwards. */
  close(): void
}

/** The events of a socket. */
export interface SocketCallbacks {
  opened(): void
  received(frame: ServerFrame): void
  closed(code: number): void
}

/** Everything the engine needs from outside, so that a test can be its network and its clock. */
export interface Environment {
  /** Unix milliseconds of this device. */
  now(): number
  /** From 0 (inclusive) to 1 (exclusive). */
  random(): number
  /** Calls once after `ms` milliseconds; returns a function that cancels. */
  after(ms: number, run: () => void): () => void
  connect(callbacks: SocketCallbacks): Socket
}

/** The browser's environment, in a page and in a worker alike. Timers are wrapped: as bare methods they throw there. */
export function browserEnvironment(url = socketUrl()): Environment {
  return {
    now: () => Date.now(),
    random: () => Math.random(),
    after(ms, run) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    connect: (callbacks) => openSocket(url, callbacks),
  }
}

function socketUrl(): string {
  const url = new URL('/ws', location.origin)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href
}

function openSocket(url: string, callbacks: SocketCallbacks): Socket {
  const socket = new WebSocket(url, SUBPROTOCOL)
  let over = false
  socket.addEventListener('open', () => {
    if (!over) callbacks.opened()
  })
  socket.addEventListener('message', ({ data }) => {
    const frame = typeof data === 'string' ? parseFrame(data) : undefined
    if (frame && !over) callbacks.received(frame)
  })
  // An error is always followed by a close.
  socket.addEventListener('close', ({ code }) => {
    if (over) return
    over = true
    callbacks.closed(code)
  })
  return {
    send(frame) {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame))
    },
    close() {
      over = true
      socket.close(1000)
    },
  }
}
