import { cleanup } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'

// The browser's dialogs, which jsdom does not have.
HTMLDialogElement.prototype.showModal = function showModal(this: HTMLDialogElement) {
  this.open = true
}
HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
  this.open = false
}

afterEach(cleanup)
// What a test set off to be loaded (a toast) has come before its world ends.
afterAll(() => vi.dynamicImportSettled())
