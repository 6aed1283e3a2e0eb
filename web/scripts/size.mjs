// What the home page's first paint loads, gzip: the entry, its static imports and the home route's chunk. Fails above the limit.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

// The goal is 135. React DOM, the router, the queries and i18next alone take 117; what stands today is held, so that it does not grow unseen.
const LIMIT_KB = 140.3
const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8'))
if (Object.keys(manifest).some((key) => key.includes('/design'))) throw new Error('the design page is for the dev server only')
const seen = new Set()
function walk(key) {
  if (seen.has(key)) return
  seen.add(key)
  for (const next of manifest[key].imports ?? []) walk(next)
}
walk('index.html')
const home = Object.keys(manifest).find((key) => key.endsWith('pages/home.tsx'))
if (home) walk(home)
const th = Object.keys(manifest).filter((key) => /i18n\/th\/(common|home)\.ts$/.test(key))
th.forEach(walk)
let total = 0
for (const key of seen) {
  const { file } = manifest[key]
  if (!file.endsWith('.js')) continue
  const size = gzipSync(readFileSync(`dist/${file}`), { level: 9 }).length / 1024
  total += size
  console.log(`${size.toFixed(1).padStart(7)} KB  ${file}`)
}
console.log(`${total.toFixed(1).padStart(7)} KB  first JS of the home page (limit ${LIMIT_KB})`)
process.exit(total > LIMIT_KB ? 1 : 0)
