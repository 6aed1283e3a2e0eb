import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { pagesJson } from './vite.pages.ts'
import { thaiWords } from './vite.thai.ts'

const server = `http://127.0.0.1:${process.env.PORT ?? 8080}`

export default defineConfig({
  plugins: [react(), tailwindcss(), thaiWords, pagesJson],
  resolve: {
    alias: [
      { find: '@', replacement: fileURLToPath(new URL('./src', import.meta.url)) },
      // React has it since 18.
      { find: 'use-sync-external-store/shim/with-selector', replacement: 'use-sync-external-store/with-selector' },
      { find: 'use-sync-external-store/shim', replacement: 'react' },
    ],
  },
  build: {
    // The server reads the manifest to preload a page's own chunk.
    manifest: true,
    // What every page has loaded anyway need not be in the lists of what a page's chunk wants beside it. A browser that does not know
    // `modulepreload` loads everything all the same, a little later.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => !/\/(index|libraries|rolldown-runtime)-/.test(file)),
    },
    target: 'es2022',
    chunkSizeWarningLimit: 300,
    rolldownOptions: {
      output: {
        // The first file names all others: a hash, as short as the bundler allows for so many, and no word besides, but where this file or a test asks for one.
        chunkFileNames: ({ name }) =>
          /^(libraries|rolldown-runtime|address-data)$/.test(name) ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js',
        codeSplitting: {
          groups: [
            // What every page needs, in one file: it packs smaller than many, and a release that changes only our own code leaves it known.
            {
              name: 'libraries',
              test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|zustand|@tanstack|i18next|react-i18next)\//,
              tags: ['$initial'],
            },
            { name: 'shell', tags: ['$initial'] },
            // What most pages of the catalogue are made of.
            {
              name: 'catalogue',
              test: /src\/(live\/connection-mark|ui\/(amount|baht|countdown|cover|tag)|features\/(catalogue\/skeleton|orders\/recent-purchases))\./,
            },
            // Below the first screen of the home page, and on the games' own.
            { name: 'shelves', test: /src\/features\/catalogue\/(banners|ends|game-card)\./ },
            // What every page has that asks the server for something by itself, and changes something.
            { name: 'calls', test: /src\/api\/(generated\/|fetch\.)|react-query\/.*\/useMutation\.|query-core\/.*\/mutationObserver\./ },
            // What a game's page, the cart and the checkout are made of.
            {
              name: 'buying',
              test: /src\/(ui\/(channel-mark|choice|device|field|toast)|features\/(channels\/[\w-]+|favorites\/(favorites|heart)|cart\/visitor-lines|cart\/vat|catalogue\/region-tick|numbers\/(consent-lazy|number))|rules\/(normalise|msisdn))\./,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': server, '/files': server, '/ws': { target: server, ws: true } },
  },
  test: {
    setupFiles: ['src/testing/setup.ts'],
    // For a test that hangs, not for a machine that is busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A page to test in takes a second to make: what needs one without being a component says so in its first line.
    projects: [
      { extends: true, test: { name: 'node', environment: 'node', include: ['src/**/*.test.ts'] } },
      { extends: true, test: { name: 'page', environment: 'jsdom', include: ['src/**/*.test.tsx'] } },
    ],
  },
})
