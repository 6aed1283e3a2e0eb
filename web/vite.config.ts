import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const server = `http://127.0.0.1:${process.env.PORT ?? 8080}`

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  build: {
    // The server reads the manifest to preload a page's own chunk.
    manifest: true,
    target: 'es2022',
    chunkSizeWarningLimit: 300,
    rolldownOptions: {
      output: {
        // What every page needs, in one file: it packs smaller than many, and a release that changes only our own code leaves it known.
        codeSplitting: {
          groups: [
            {
              name: 'libraries',
              test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|zustand|@tanstack|i18next|react-i18next)\//,
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
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/setup.ts'],
    // For a test that hangs, not for a machine that is busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
