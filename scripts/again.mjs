// Runs each Rust test that failed once more, alone: node scripts/again.mjs FOLDER (with rust.log).
// Writes again.json there, and prints how many passed now. Those are flaky: a debt, but no reason to refuse everything else.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** More failures than this are no accident. */
const MOST = 5

/** The tests that failed, each with cargo's arguments for the program it is in; nothing if something failed that has no name. */
export function failedTests(log) {
  const failed = []
  let program
  let nameless = false
  for (const line of log.split('\n')) {
    const running = /^\s+Running (?:unittests )?(\S+) \(/.exec(line)?.[1]
    if (running) program = argumentsFor(running)
    const name = /^test (.+?)(?: - should panic)? \.\.\. FAILED/.exec(line)?.[1]
    if (name) failed.push({ name, program })
    // A program that died in the middle, or did not compile.
    if (/^(error: could not compile|error\[E\d+\])|\(signal: \d+|process didn't exit successfully: .*\(exit status: (?!101\b)/.test(line)) nameless = true
  }
  return nameless || failed.some(({ program }) => !program) ? [] : failed
}

function argumentsFor(source) {
  const [, kind, name] = /(?:^|\/)(tests|examples)\/([^/.]+)/.exec(source) ?? []
  if (kind === 'tests') return ['--test', name]
  if (kind === 'examples') return ['--example', name]
  return /(^|\/)lib\.rs$/.test(source) ? ['--lib'] : ['--bins']
}

/** What `run` says of each, alone. `run` answers whether it passed, and its output. */
export function tryAgain(failed, run) {
  if (failed.length > MOST) return []
  return failed.map((test) => ({ name: test.name, ...run(test) }))
}

function cargo({ name, program }) {
  const { status, stdout, stderr } = spawnSync('cargo', ['test', '--locked', '--workspace', ...program, '--', '--exact', '--show-output', name], {
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  })
  const ran = [...(stdout ?? '').matchAll(/^test result: ok\. (\d+) passed/gm)].reduce((sum, [, count]) => sum + Number(count), 0)
  return { passed: status === 0 && ran > 0, said: stdout || stderr || '' }
}

if (import.meta.filename === process.argv[1]) {
  const folder = process.argv[2]
  const again = tryAgain(failedTests(readFileSync(join(folder, 'rust.log'), 'utf8')), cargo)
  writeFileSync(join(folder, 'again.json'), JSON.stringify(again))
  console.log(again.filter(({ passed }) => passed).length)
}
