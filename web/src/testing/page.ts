import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { PATIENCE_MS } from './patience'

// Stubs for what jsdom lacks: scrolling, dialogs, and a screen (none in particular).
Element.prototype.scrollIntoView = () => {}
window.matchMedia ??= (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList
HTMLDialogElement.prototype.showModal = function showModal(this: HTMLDialogElement) {
  this.open = true
}
HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
  this.open = false
}

configure({ asyncUtilTimeout: PATIENCE_MS })
afterEach(cleanup)
