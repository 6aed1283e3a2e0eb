import type { Engine } from './engine'
import { lockName, type FromTab, type ToTab } from './protocol'

/** The used part of a MessagePort. */
export interface Port {
  postMessage(message: ToTab): void
  addEventListener(type: 'message', listener: (event: MessageEvent<FromTab>) => void): void
  start(): void
  close(): void
}

/** The used part of the LockManager. */
export interface Locks {
  request(name: string, granted: () => void): Promise<unknown>
}

/** Serves one tab at its port until it detaches, or until its Web Lock is released: closed, crashed or discarded. */
export function serve(engine: Engine, port: Port, locks: Locks, lock: string): void {
  let tab: string | undefined
  const leave = (id: string) => {
    tab = undefined
    engine.detach(id)
    port.close()
  }
  port.addEventListener('message', ({ data }) => {
    if (data.type === 'attach') {
      const id = (tab = data.tab)
      engine.attach(id, (message) => port.postMessage(message), data.visible, data.online)
      void locks.request(lockName(id), () => leave(id))
    } else if (data.type === 'detach') {
      if (tab !== undefined) leave(tab)
    } else if (tab !== undefined) engine.receive(tab, data)
  })
  port.start()
  port.postMessage({ type: 'ready', lock })
}
