// npm leaves optional binaries of other platforms out of the lock when the registry does not offer them here, and `npm ci` then calls the
// lock out of step. This writes an entry for each that is missing: with its version and its platform, so that it is skipped everywhere else.
import { readFileSync, writeFileSync } from 'node:fs'

const file = 'package-lock.json'
const lock = JSON.parse(readFileSync(file, 'utf8'))
const systems = ['darwin', 'win32', 'linux', 'android', 'freebsd', 'netbsd', 'openbsd', 'sunos', 'aix', 'openharmony']
const processors = ['arm64', 'x64', 'ia32', 'ppc64', 's390x', 'riscv64', 'loong64', 'mips64el', 'arm']

/** Every place where node would look for a dependency of the package at `path`, nearest first. */
function places(path, name) {
  const found = []
  for (let at = path; at; at = at.includes('/node_modules/') ? at.slice(0, at.lastIndexOf('/node_modules/')) : '')
    found.push(`${at}/node_modules/${name}`)
  return [...found, `node_modules/${name}`]
}

let filled = 0
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (places(path, name).some((place) => lock.packages[place])) continue
    const system = systems.find((one) => name.includes(one))
    const cpu = processors.find((one) => name.includes(one))
    lock.packages[`node_modules/${name}`] = {
      version: range.replace(/^[~^]|^>=/, ''),
      optional: true,
      ...(entry.dev && { dev: true }),
      os: [system ?? 'none'],
      cpu: [cpu ?? 'none'],
      ...(system === 'linux' && cpu === 'x64' && { libc: ['musl'] }),
    }
    filled++
  }
}
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${filled} entries filled in`)
