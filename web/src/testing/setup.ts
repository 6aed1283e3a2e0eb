import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'

// Stubs for what jsdom lacks: scrolling, dialogs, and a screen (none in particular).
Element.prototype.scrollIntoView = () => {}
window.matchMedia ??= (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList
HTMLDialogElement.prototype.showModal = function showModal(this: HTMLDialogElement) {
  this.open = true
}
HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
  this.open = false
}

// A busy machine may stand still for seconds: an awaited result is late then, not missing.
const PATIENCE_MS = 15_000
configure({ asyncUtilTimeout: PATIENCE_MS })
const { waitFor } = vi
vi.waitFor = (task, options = {}) => waitFor(task, typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options })

afterEach(cleanup)
// Waits for a part that a test began to load (a toast) before its world ends.
afterAll(() => vi.dynamicImportSettled())
