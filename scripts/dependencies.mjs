// Holds every crate of the lock file against deny.toml: its licence, where it comes from, what is banned. It asks cargo alone, so that a
// checkout needs no program that takes minutes to build.  node scripts/dependencies.mjs  ends with 1 and a line for each crate refused.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The quoted words of a list in a section; of its tables, the values of `key`. */
function list(text, section, name, key) {
  const body = text.split(`[${section}]`)[1]?.split(/^\[/m)[0] ?? ''
  const items = new RegExp(`^${name} = \\[([^\\]]*)\\]`, 'm').exec(body)?.[1] ?? ''
  const words = key ? items.matchAll(new RegExp(`${key} = "([^"]*)"`, 'g')) : items.matchAll(/"([^"]*)"/g)
  return [...words].map(([, word]) => word)
}

/** Whether a licence expression (SPDX, or the older `MIT/Apache-2.0`) can be met with these. */
function isAllowed(expression, allowed) {
  const tokens = expression.replaceAll('/', ' OR ').match(/\(|\)|[^\s()]+/g) ?? []
  const any = () => {
    let met = all()
    while (tokens[0] === 'OR') {
      tokens.shift()
      met = all() || met
    }
    return met
  }
  const all = () => {
    let met = one()
    while (tokens[0] === 'AND') {
      tokens.shift()
      met = one() && met
    }
    return met
  }
  const one = () => {
    if (tokens[0] === '(') {
      tokens.shift()
      const met = any()
      tokens.shift()
      return met
    }
    let licence = tokens.shift()
    if (tokens[0] === 'WITH') licence += ` ${tokens.shift()} ${tokens.shift()}`
    return allowed.includes(licence)
  }
  return any() && tokens.length === 0
}

/** What is wrong with these packages, a line each. */
function refusals(packages, rules) {
  const licences = list(rules, 'licenses', 'allow')
  const sources = list(rules, 'sources', 'allow-registry').map((registry) => `registry+${registry}`)
  const banned = list(rules, 'bans', 'deny', 'crate')
  return packages.flatMap(({ name, version, license, source }) => {
    if (source === null) return []
    const crate = `${name} ${version}`
    return [
      ...(isAllowed(license ?? '', licences) ? [] : [`${crate}: licence ${license ?? 'unknown'}`]),
      ...(sources.includes(source) ? [] : [`${crate}: from ${source}`]),
      ...(banned.includes(name) ? [`${crate}: banned`] : []),
    ]
  })
}

const rules = readFileSync('deny.toml', 'utf8')
// A check that can refuse nothing would be none.
const probe = [{ name: 'native-tls', version: '0', license: 'GPL-3.0', source: 'git+https://example.com' }]
if (refusals(probe, rules).length !== 3) throw new Error('deny.toml is not read as it is meant')
const run = (program, ...words) => execFileSync(program, words, { maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'inherit'] }).toString()
// Those of this platform: the others would be downloaded for this alone.
const host = /^host: (.*)$/m.exec(run('rustc', '-vV'))[1]
const { packages } = JSON.parse(run('cargo', 'metadata', '--locked', '--format-version', '1', '--filter-platform', host))
const found = refusals(packages, rules)
for (const line of found) console.error(line)
if (found.length > 0) process.exit(1)
console.log(`${packages.length} crates are as deny.toml allows`)
