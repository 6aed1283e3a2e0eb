import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'

// What jsdom does not have: scrolling, the browser's dialogs, and what a screen is like (here it is none in particular).
Element.prototype.scrollIntoView = () => {}
window.matchMedia ??= (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList
HTMLDialogElement.prototype.showModal = function showModal(this: HTMLDialogElement) {
  this.open = true
}
HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
  this.open = false
}

// A machine that is busy may stand still for seconds: what is waited for comes late then, not never.
const PATIENCE_MS = 15_000
configure({ asyncUtilTimeout: PATIENCE_MS })
const { waitFor } = vi
vi.waitFor = (task, options = {}) => waitFor(task, typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options })

afterEach(cleanup)
// What a test set off to be loaded (a toast) has come before its world ends.
afterAll(() => vi.dynamicImportSettled())
