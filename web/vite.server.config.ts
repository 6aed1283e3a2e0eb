import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { thaiWords } from './vite.thai.ts'

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The live connection begins in effects, which no server runs; its worker has no place in the bundle. */
const noLive: Plugin = {
  name: 'no-live',
  enforce: 'pre',
  resolveId: (source, importer) => (source === './door' && importer?.endsWith('/live/client.ts') ? '\0no-live' : undefined),
  load: (id) => (id === '\0no-live' ? 'export const openHome = () => ({ post: () => false })' : undefined),
}

/** Nor have a person's own pages, which are never rendered there, and what only they need: an address book of a megabyte. */
const noProfile: Plugin = {
  name: 'no-profile',
  enforce: 'pre',
  resolveId: (source) => (/\/pages\/account\/(profile|change-password)$/.test(source) ? '\0no-profile' : undefined),
  load: (id) =>
    id === '\0no-profile' ? 'export const ProfilePage = () => null; export const ChangePasswordPage = ProfilePage' : undefined,
}

/** Nor is the console. */
const noConsole: Plugin = {
  name: 'no-console',
  enforce: 'pre',
  resolveId: (source) => (source === './pages-console' ? '\0no-console' : undefined),
  load: (id) => (id === '\0no-console' ? 'export const consolePages = []' : undefined),
}

/** The same pages as one script that the server runs to render them first (see src/server/render.tsx). No browser is sent it. */
export default defineConfig({
  plugins: [react(), thaiWords, noLive, noProfile, noConsole],
  define: { 'process.env.NODE_ENV': '"production"' },
  publicDir: false,
  resolve: {
    alias: {
      '@': folder('./src'),
      // Its half that renders at once; the streaming one needs streams and encoders, which the engine has not.
      'react-dom/server': folder('./node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js'),
    },
    // How the libraries know that they are on a server.
    conditions: ['worker', 'module', 'production'],
  },
  build: {
    target: 'es2022',
    outDir: 'dist/.server',
    lib: { entry: 'src/server/render.tsx', formats: ['iife'], name: 'manao', fileName: () => 'render.js' },
    rolldownOptions: { output: { codeSplitting: false } },
  },
})
