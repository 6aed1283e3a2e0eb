// Prints the ten slowest tests of each kind that ran, then every test that failed or passed only when tried again, with what was wrong:
// node scripts/summary.mjs FOLDER (with rust.log, again.json, web.json, browser.json)
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const LONGEST_REASON = 1_500

const folder = process.argv[2] ?? '.'
const read = (name) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '')
const json = (name) => {
  try {
    return JSON.parse(read(name))
  } catch {
    return {}
  }
}
const rust = read('rust.log')
const inBrowser = (suite, above = []) => [
  ...(suite.specs ?? []).map(({ file, line, title, tests }) => ({ name: `${file}:${line} ${[...above, title].filter(Boolean).join(' › ')}`, tests })),
  ...(suite.suites ?? []).flatMap((inner) => inBrowser(inner, [...above, inner.title])),
]
const browser = (json('browser.json').suites ?? []).flatMap((suite) => inBrowser(suite))
const web = (json('web.json').testResults ?? []).flatMap(({ name, message, assertionResults }) => [
  // A file that cannot be read has no tests.
  ...(assertionResults.length === 0 && message ? [{ name, seconds: 0, failed: message }] : []),
  ...assertionResults.map(({ fullName, duration, status, failureMessages }) => ({
    name: `${name.replace(/^.*\/src\//, '')} ${fullName}`,
    seconds: (duration ?? 0) / 1000,
    failed: status === 'failed' && failureMessages[0],
  })),
])
const rustSaid = new Map([...rust.matchAll(/^---- (.*?) stdout ----\n([\s\S]*?)\n(?=\n|----)/gm)].map(([, name, said]) => [name, said]))

// Rust tests that failed and passed alone.
const again = existsSync(join(folder, 'again.json')) ? json('again.json').filter(({ passed }) => passed) : []
const passedAgain = new Set(again.map(({ name }) => name))

const slow = {
  Rust: [...rust.matchAll(/^test (.*?) \.\.\. \w+ <([\d.]+)s>$/gm)].map(([, name, seconds]) => [Number(seconds), name]),
  web: web.map(({ name, seconds }) => [seconds, name]),
  browser: browser.flatMap(({ name, tests }) => tests.flatMap(({ results }) => results).map(({ duration }) => [duration / 1000, name])),
}
for (const [kind, tests] of Object.entries(slow)) {
  if (tests.length === 0) continue
  console.log(`\nslowest of ${tests.length} ${kind} tests:`)
  for (const [seconds, name] of tests.sort(([a], [b]) => b - a).slice(0, 10)) console.log(`  ${seconds.toFixed(1).padStart(6)} s  ${name}`)
}

const wrong = ({ results }) => results.find(({ status }) => status !== 'passed')?.error?.message
const ill = {
  failed: [
    ...[...rust.matchAll(/^test (.*?) \.\.\. FAILED/gm)].filter(([, name]) => !passedAgain.has(name)).map(([, name]) => [name, rustSaid.get(name)]),
    ...web.filter(({ failed }) => failed).map(({ name, failed }) => [name, failed]),
    ...browser.flatMap(({ name, tests }) => tests.filter(({ status }) => status === 'unexpected').map((test) => [name, wrong(test)])),
  ],
  flaky: [
    ...again.map(({ name, said }) => [name, rustSaid.get(name), said]),
    ...browser.flatMap(({ name, tests }) => tests.filter(({ status }) => status === 'flaky').map((test) => [name, wrong(test)])),
  ],
}
const print = (said) => {
  for (const line of stripVTControlCharacters(said?.trim() || 'no reason given').slice(0, LONGEST_REASON).split('\n')) console.log(`    ${line}`)
}
for (const [kind, tests] of Object.entries(ill)) {
  for (const [name, reason, saidAgain] of tests) {
    console.log(`\n✗ ${kind}: ${name}`)
    print(reason)
    if (kind === 'flaky') console.log('  passed when tried again')
    if (saidAgain !== undefined) print(saidAgain)
  }
}
const flaky = ill.flaky.map(([name]) => name)
if (flaky.length > 0) console.log(`\n${flaky.length} flaky ${flaky.length === 1 ? 'test' : 'tests'}, to be mended with the next change: ${flaky.join(', ')}`)
