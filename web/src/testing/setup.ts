import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'

// A busy machine may take its time; nothing waits for longer than it has to.
configure({ asyncUtilTimeout: 10_000 })

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
