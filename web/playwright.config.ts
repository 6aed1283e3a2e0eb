import { defineConfig } from '@playwright/test'
import { executablePath } from './scripts/chromium.mjs'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  globalSetup: './e2e/shop/global-setup.ts',
  // Each worker has a shop of its own, so that one's faults are not the other's.
  workers: 2,
  // For what never comes, not for a machine that is busy.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // A browser is more than the shop: once more, and said aloud (scripts/summary.mjs names it). What fails now and then is a fault to be looked for.
  retries: 1,
  forbidOnly: true,
  reporter: 'line',
  use: {
    launchOptions: { executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'] },
    timezoneId: 'Asia/Bangkok',
    // A test's own routes stand between the page and the network, not between the worker and the network.
    serviceWorkers: 'block',
    // A recording of every test costs a third of the time: `TRACE=1 npm run e2e -- NAME` makes one.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
  },
})
