import { cleanup } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'

afterEach(cleanup)
// What a test set off to be loaded (a toast) has come before its world ends.
afterAll(() => vi.dynamicImportSettled())
