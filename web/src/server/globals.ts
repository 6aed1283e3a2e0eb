// Globals that the libraries expect and a bare JavaScript engine lacks. There is no network, no storage and no time to wait for.
import { Address, Query } from './address'
import { PluralRules } from './plural-rules'

class Signal {
  aborted = false
  addEventListener() {}
  removeEventListener() {}
}

class Controller {
  readonly signal = new Signal()
  abort() {
    this.signal.aborted = true
  }
}

class Answer {
  readonly headers: Map<string, string>
  constructor(_body: unknown, { headers = new Map() }: { headers?: Map<string, string> } = {}) {
    this.headers = headers
  }
}

const quiet = () => {}

Object.assign(globalThis, {
  AbortController: Controller,
  Intl: { PluralRules },
  // Parts of a redirect; the page that it leads away from is not rendered.
  Headers: Map,
  Response: Answer,
  URL: Address,
  URLSearchParams: Query,
  console: { log: quiet, info: quiet, debug: quiet, warn: quiet, error: quiet },
  // A timer that is due at once is a microtask, any later one never fires.
  setTimeout: (run: () => void, ms = 0) => (ms > 0 ? 0 : (queueMicrotask(run), 0)),
  clearTimeout: quiet,
  setInterval: () => 0,
  clearInterval: quiet,
})
