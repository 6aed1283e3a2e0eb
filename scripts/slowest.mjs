// Prints the ten slowest tests of each kind that ran: node scripts/slowest.mjs FOLDER (with rust.log, web.json, browser.json)
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = process.argv[2] ?? '.'
const read = (name) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '')
const json = (name) => {
  try {
    return JSON.parse(read(name))
  } catch {
    return {}
  }
}
const inBrowser = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(inBrowser)]

const kinds = {
  Rust: [...read('rust.log').matchAll(/^test (.*?) \.\.\. \w+ <([\d.]+)s>$/gm)].map(([, name, seconds]) => [Number(seconds), name]),
  web: (json('web.json').testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => [(duration ?? 0) / 1000, `${name.replace(/^.*\/src\//, '')} ${fullName}`]),
  ),
  browser: (json('browser.json').suites ?? []).flatMap(inBrowser).flatMap(({ file, line, title, tests }) =>
    tests.flatMap(({ results }) => results).map(({ duration }) => [duration / 1000, `${file}:${line} ${title}`]),
  ),
}
for (const [kind, tests] of Object.entries(kinds)) {
  if (tests.length === 0) continue
  console.log(`\nslowest of ${tests.length} ${kind} tests:`)
  for (const [seconds, name] of tests.sort(([a], [b]) => b - a).slice(0, 10)) console.log(`  ${seconds.toFixed(1).padStart(6)} s  ${name}`)
}
