import { load } from '@/ui/load'
import { lockName, type FromTab, type ToTab } from './protocol'

/** A worker that does not answer in this time (its file may be gone after a deployment) is given up. */
const PATIENCE = 5_000

export interface HomeCallbacks {
  received(message: ToTab): void
  /** An engine is there and knows nothing of this tab yet. */
  opened(): void
}

/** The engine's home, from the tab's point of view. */
export interface Home {
  /** Returns false if there is no engine now: the message is not kept, and `opened` follows. */
  post(message: FromTab): boolean
}

/**
 * Brings this tab to the engine: in the SharedWorker, or in the page where there is no SharedWorker (Chrome on Android), no Web Locks (a page
 * without TLS), or the worker does not start. Passes on the browser's events to it.
 */
export function openHome(callbacks: HomeCallbacks): Home {
  let post: ((message: FromTab) => void) | undefined
  const home: Home = {
    post: (message) => {
      post?.(message)
      return post !== undefined
    },
  }

  const enter = (next: (message: FromTab) => void, tab: string) => {
    post = next
    next({ type: 'attach', tab, ...looks() })
    callbacks.opened()
  }
  const enterPage = async () => {
    const [{ Engine }, { browserEnvironment }] = await load(() => Promise.all([import('./engine'), import('./environment')]))
    enter(pagePost(new Engine(browserEnvironment()), callbacks.received), 'page')
  }
  let enterAgain = callbacks.opened
  const enterWorker = () => {
    post = undefined
    enterAgain = liveWorker(callbacks.received, enter, enterWorker, () => {
      enterAgain = callbacks.opened
      void enterPage()
    })
  }

  if (typeof SharedWorker === 'function' && navigator.locks) enterWorker()
  else void enterPage()
  listenToBrowser(home, () => enterAgain())
  return home
}

function looks(): { visible: boolean; online: boolean } {
  return { visible: document.visibilityState === 'visible', online: navigator.onLine }
}

function listenToBrowser(home: Home, enterAgain: () => void): void {
  document.addEventListener('visibilitychange', () => home.post({ type: 'visible', visible: looks().visible }))
  addEventListener('online', () => home.post({ type: 'network', online: true }))
  addEventListener('offline', () => home.post({ type: 'network', online: false }))
  addEventListener('pageshow', ({ persisted }) => {
    home.post({ type: 'nudge' })
    // A page from the back-forward cache was frozen: it may have missed events and lost its lock.
    if (persisted) enterAgain()
  })
}

type Engine = import('./engine').Engine

/** An engine in this very page. Answers come after the call, as from a worker. */
function pagePost(engine: Engine, received: (message: ToTab) => void): (message: FromTab) => void {
  return (message) => {
    if (message.type !== 'attach') return engine.receive('page', message)
    engine.attach('page', (answer) => queueMicrotask(() => received(answer)), message.visible, message.online)
  }
}

/** Finds the worker and enters it when it is ready. Returns a function that leaves it as if it had died. */
function liveWorker(
  received: (message: ToTab) => void,
  enter: (post: (message: FromTab) => void, tab: string) => void,
  died: () => void,
  failed: () => void,
): () => void {
  const tab = crypto.randomUUID()
  let over = false
  let release = () => {}
  const worker = new SharedWorker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'manao-live' })
  const { port } = worker
  const leave = (next: () => void) => {
    if (over) return
    over = true
    clearTimeout(timer)
    port.postMessage({ type: 'detach' } satisfies FromTab)
    port.close()
    release()
    next()
  }
  const timer = setTimeout(() => leave(failed), PATIENCE)
  worker.addEventListener('error', () => leave(failed))
  port.addEventListener('message', ({ data }: MessageEvent<ToTab>) => {
    if (over) return
    if (data.type !== 'ready') return received(data)
    clearTimeout(timer)
    // The worker holds this lock: a tab that gets it has outlived the worker.
    void navigator.locks.request(data.lock, { mode: 'shared' }, () => leave(died))
    // The tab's own lock comes before the tab: the worker queues for it to learn of the tab's death.
    void navigator.locks.request(lockName(tab), () => {
      if (over) return
      enter((message) => port.postMessage(message), tab)
      return new Promise<void>((resolve) => {
        release = resolve
      })
    })
  })
  port.start()
  return () => leave(died)
}
