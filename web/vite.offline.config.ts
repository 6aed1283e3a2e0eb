import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { thaiWords } from './vite.thai.ts'

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Puts the offline page, with its script, into the service worker: there is nothing to fetch when it is needed. */
const intoWorker: Plugin = {
  name: 'offline-page-into-worker',
  generateBundle(_, bundle) {
    const [chunk] = Object.values(bundle)
    if (chunk?.type !== 'chunk') throw new Error('the offline page has no script')
    for (const name of Object.keys(bundle)) delete bundle[name]
    const script = chunk.code.trim()
    if (/<\/script|<!--/.test(script)) throw new Error('the script would end its element')
    const html = readFileSync(path('./offline.html'), 'utf8').replace('<!--script-->', () => script)
    const hash = createHash('sha256').update(script).digest('base64')
    const policy = `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
    const worker = readFileSync(path('./public/service-worker.js'), 'utf8')
    const filled = worker.replace('const OFFLINE = null', () => `const OFFLINE = ${JSON.stringify({ html, policy })}`)
    if (filled === worker) throw new Error('the service worker has no place for the offline page')
    this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: filled })
  },
}

/** The script of the offline page. It overwrites the service worker that was copied from `public`. */
export default defineConfig({
  plugins: [thaiWords, intoWorker],
  publicDir: false,
  resolve: { alias: { '@': path('./src') } },
  build: {
    target: 'es2022',
    emptyOutDir: false,
    modulePreload: false,
    lib: { entry: path('./src/features/offline/page.ts'), formats: ['iife'], name: 'offline', fileName: () => 'offline.js' },
  },
})
