import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { failedTests, tryAgain } from './again.mjs'

const LOG = `
     Running unittests src/lib.rs (target/debug/deps/manao_domain-1)
test money::adds ... FAILED <0.001s>
test money::takes ... ok <0.001s>
test result: FAILED. 1 passed; 1 failed; 0 ignored
     Running tests/it/main.rs (target/debug/deps/it-2)
test relay::leads ... FAILED <3.000s>

failures:

---- relay::leads stdout ----
too late

failures:
    relay::leads
test result: FAILED. 0 passed; 1 failed; 0 ignored
error: 2 targets failed:
`

test('names each test that failed with the program it is in', () => {
  assert.deepEqual(failedTests(LOG), [
    { name: 'money::adds', program: ['--lib'] },
    { name: 'relay::leads', program: ['--test', 'it'] },
  ])
})

test('tries nothing again where something without a name failed, or too much', () => {
  assert.deepEqual(failedTests(`${LOG}error: could not compile \`manao-api\``), [])
  assert.deepEqual(failedTests(`${LOG}  process didn't exit successfully: \`it-2\` (signal: 6, SIGABRT: process abort signal)`), [])
  const many = Array.from({ length: 6 }, (_, n) => ({ name: `t${n}`, program: ['--lib'] }))
  assert.deepEqual(
    tryAgain(many, () => assert.fail('it was tried')),
    [],
  )
})

test('tells flaky tests from broken ones, and shows what both runs said', () => {
  const folder = mkdtempSync(join(tmpdir(), 'again-'))
  try {
    writeFileSync(join(folder, 'rust.log'), LOG)
    // relay::leads passes now; no program has a test of the other name any more, which is no pass.
    const cargo = `#!/bin/sh\ncase "$*" in *relay::leads) echo "in time"; echo "test result: ok. 1 passed; 0 failed" ;; *) echo "test result: ok. 0 passed; 0 failed" ;; esac\n`
    writeFileSync(join(folder, 'cargo'), cargo)
    chmodSync(join(folder, 'cargo'), 0o755)
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` }
    const run = (script) => execFileSync('node', [join(import.meta.dirname, script), folder], { encoding: 'utf8', env })
    assert.equal(run('again.mjs'), '1\n')
    const said = run('summary.mjs')
    assert.match(said, /✗ failed: money::adds/)
    assert.doesNotMatch(said, /✗ failed: relay::leads/)
    const flaky = said.slice(said.indexOf('✗ flaky: relay::leads'))
    assert.match(flaky, /too late[\s\S]*passed when tried again[\s\S]*in time/)
    assert.match(said, /1 flaky test, to be mended with the next change: relay::leads\n$/)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
