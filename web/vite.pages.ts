import { execFileSync } from 'node:child_process'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rollup } from 'vite'

const folder = fileURLToPath(new URL('.', import.meta.url))
const PAGE = '\0page:'

/** What a page would load is not loaded: in its place stands the name of its file. */
const pagesByName: Plugin = {
  name: 'pages-by-name',
  async resolveDynamicImport(specifier, importer) {
    const found = typeof specifier === 'string' && (await this.resolve(specifier, importer))
    return found ? PAGE + relative(folder, found.id) : null
  },
  load: (id) => (id.startsWith(PAGE) ? `export const source = ${JSON.stringify(id.slice(PAGE.length))}` : undefined),
}

/** Writes `pages.json` beside the built web, which is all that the server knows of pages: `src/server/pages.ts`, run in a process of its own. */
export const pagesJson: Plugin = {
  name: 'pages-json',
  apply: 'build',
  async closeBundle() {
    const built = await build({
      configFile: false,
      root: folder,
      logLevel: 'error',
      publicDir: false,
      plugins: [pagesByName],
      resolve: { alias: { '@': join(folder, 'src') } },
      ssr: { noExternal: true },
      build: { ssr: 'src/server/pages.ts', write: false, minify: false, rolldownOptions: { output: { codeSplitting: false } } },
    })
    const { output } = (Array.isArray(built) ? built[0] : built) as Rollup.RollupOutput
    execFileSync(process.execPath, ['--input-type=module', '-', join(folder, 'dist')], {
      input: output[0].code,
      stdio: ['pipe', 'inherit', 'inherit'],
    })
  },
}
