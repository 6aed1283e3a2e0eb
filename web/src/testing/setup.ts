import { afterAll, vi } from 'vitest'
import { PATIENCE_MS } from './patience'

const { waitFor } = vi
vi.waitFor = (task, options = {}) => waitFor(task, typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options })

if (typeof document !== 'undefined') await import('./page')

// Waits for a part that a test began to load (a toast) before its world ends.
afterAll(() => vi.dynamicImportSettled())
