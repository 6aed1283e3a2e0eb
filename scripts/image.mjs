// Follows the Dockerfile's web stage in an empty folder, so that a file that the build reads and no COPY line names is missed here first.
// Then checks that what the other stages copy is there. The built web ends up in web/dist.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const stage = join(root, 'target/image')
const read = (name) => readFileSync(join(root, name), 'utf8')

// The patterns that .dockerignore uses: a path, perhaps with * in a name, or with **/ in front.
const ignored = read('.dockerignore')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => new RegExp(`^${line.replaceAll('.', '\\.').replace(/^\*\*\//, '(?:.*/)?').replaceAll(/(?<!\.)\*/g, '[^/]*')}(?:/|$)`))
const isIgnored = (path) => ignored.some((pattern) => pattern.test(path))

const stages = read('Dockerfile')
  .replaceAll(/\\\n/g, ' ')
  .split(/^(?=FROM )/m)
  .filter((text) => text.startsWith('FROM '))
  .map((text) => ({
    name: /^FROM \S+ AS (\S+)/.exec(text)?.[1] ?? 'last',
    steps: [...text.matchAll(/^(WORKDIR|COPY|RUN) +(.+)$/gm)].map(([, verb, rest]) => ({ verb, rest: rest.trim() })),
  }))

/** The sources of a COPY line that come from this folder, and where they go. */
function copied(rest) {
  const words = rest.split(/\s+/)
  if (words.some((word) => word.startsWith('--from='))) return { sources: [], target: '' }
  const target = words.pop()
  for (const source of words) {
    if (!existsSync(join(root, source)) || (source !== '.' && isIgnored(source))) throw new Error(`COPY ${rest}: ${source} is not there, or ignored`)
  }
  return { sources: words, target }
}

rmSync(stage, { recursive: true, force: true })
let built = false
for (const { name, steps } of stages) {
  let folder = stage
  for (const { verb, rest } of steps) {
    if (verb === 'COPY') {
      const { sources, target } = copied(rest)
      if (name !== 'web') continue
      for (const source of sources) {
        const from = join(root, source)
        const into = target.startsWith('/') ? join(stage, target) : join(folder, target)
        const isFolder = readdirOrNothing(from) !== undefined
        const to = isFolder || !target.endsWith('/') ? into : join(into, source.split('/').at(-1))
        mkdirSync(dirname(to), { recursive: true })
        cpSync(from, to, { recursive: true, filter: (path) => path === from || !isIgnored(relative(root, path)) })
      }
    } else if (name !== 'web') {
    } else if (verb === 'WORKDIR') {
      folder = join(stage, rest)
      mkdirSync(folder, { recursive: true })
    } else if (rest === 'npm ci') {
      // What it would install is installed here already, by the same lock file.
      execFileSync('cp', ['-al', join(root, 'web/node_modules'), folder])
    } else {
      execFileSync('sh', ['-c', rest], { cwd: folder, stdio: 'inherit' })
      built = true
    }
  }
}
if (!built) throw new Error('the Dockerfile has no stage "web" that builds')

function readdirOrNothing(path) {
  try {
    return readdirSync(path)
  } catch {
    return undefined
  }
}

rmSync(join(root, 'web/dist'), { recursive: true, force: true })
cpSync(join(stage, 'src/web/dist'), join(root, 'web/dist'), { recursive: true })
rmSync(stage, { recursive: true, force: true })
