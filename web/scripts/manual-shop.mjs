// A shop with its demo data in a folder of its own, and the outside world beside it, for scripts that look at pages.
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const WEB = resolve(import.meta.dirname, '..')
const REPOSITORY = resolve(WEB, '..')
const BINARIES = process.env.MANUAL_BINARIES ?? join(process.env.CARGO_TARGET_DIR ?? join(REPOSITORY, 'target'), 'debug')
const READY_MS = 120_000
const PATIENCE_MS = 20_000

async function freePort() {
  const server = createServer()
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address()
  await new Promise((done) => server.close(done))
  return port
}

function start(name, args, env) {
  const child = spawn(join(BINARIES, name), args, { cwd: REPOSITORY, env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (text) => (said = (said + text).slice(-4000)))
  const ended = new Promise((done) => child.once('exit', done).once('error', done))
  process.once('exit', () => child.kill('SIGKILL'))
  return {
    async ready(address) {
      const deadline = Date.now() + READY_MS
      while (child.exitCode === null && Date.now() < deadline) {
        // oxlint-disable-next-line no-await-in-loop
        const answer = await fetch(address).catch(() => undefined)
        if (answer?.ok) return
        // oxlint-disable-next-line no-await-in-loop
        await new Promise((wait) => setTimeout(wait, 200))
      }
      throw new Error(`${name} does not come up. It said:\n${said}`)
    },
    async end() {
      child.kill('SIGTERM')
      const patience = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
      await ended
      clearTimeout(patience)
    },
  }
}

/** Opens the shop; returns its address, and how to close it. */
export async function openShop() {
  for (const file of [join(WEB, 'dist/index.html'), join(BINARIES, 'manao'), join(BINARIES, 'manao-sandbox')]) {
    if (!existsSync(file)) throw new Error(`${file} is missing: build it first`)
  }
  const folder = mkdtempSync(join(tmpdir(), 'manao-pictures-'))
  // PostgreSQL runs as another user where we are root.
  chmodSync(folder, 0o755)
  const [port, sandboxPort, mailPort] = await Promise.all([freePort(), freePort(), freePort()])
  const env = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: `${port}`,
    METRICS_PORT: '0',
    SANDBOX_PORT: `${sandboxPort}`,
    SANDBOX_SMTP_PORT: `${mailPort}`,
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    MANAO_DATA: join(folder, 'shop'),
    SANDBOX_DATA: join(folder, 'sandbox'),
    WEB_DIST: join(WEB, 'dist'),
    RUST_LOG: 'warn',
  }
  for (const name of ['DATABASE_URL', 'REDIS_URL', 'PUBLIC_URL', 'SANDBOX_URL']) delete env[name]
  const world = start('manao-sandbox', [], env)
  const shop = start('manao', ['serve', '--demo'], env)
  const close = async () => {
    await shop.end()
    await world.end()
    await rm(folder, { recursive: true, force: true })
  }
  const url = `http://localhost:${port}`
  try {
    await Promise.all([world.ready(`http://localhost:${sandboxPort}/healthz`), shop.ready(`${url}/readyz`)])
  } catch (error) {
    await close()
    throw error
  }
  return { url, close }
}
