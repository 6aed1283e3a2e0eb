import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export const WEB = resolve(import.meta.dirname, '../..')
export const REPOSITORY = resolve(WEB, '..')
export const BINARIES = join(process.env.CARGO_TARGET_DIR ?? join(REPOSITORY, 'target'), 'debug')

const READY_MS = 120_000

/** The real shop with its demo data and a database of its own, and the outside world beside it. */
export class Shop {
  readonly url: string
  readonly sandbox: string
  /** Where the shop keeps its files. */
  readonly data: string
  readonly #folder: string
  readonly #programs: Program[]

  private constructor(url: string, sandbox: string, folder: string, programs: Program[]) {
    this.url = url
    this.sandbox = sandbox
    this.data = join(folder, 'shop')
    this.#folder = folder
    this.#programs = programs
  }

  static async open(): Promise<Shop> {
    const folder = mkdtempSync(join(tmpdir(), 'manao-e2e-'))
    // PostgreSQL runs as somebody else when we are root.
    chmodSync(folder, 0o755)
    const [port, sandboxPort, mailPort] = await freePorts(3)
    const settings = {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: `${port}`,
      METRICS_PORT: '0',
      LINES_PER_ADDRESS: '1000',
      SANDBOX_PORT: `${sandboxPort}`,
      SANDBOX_SMTP_PORT: `${mailPort}`,
      SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
      MANAO_DATA: join(folder, 'shop'),
      SANDBOX_DATA: join(folder, 'sandbox'),
      WEB_DIST: join(WEB, 'dist'),
      SANDBOX_PARTNER_DELAY_MS: '400',
      PLAYER_CHECKS_PER_MINUTE: '600',
      OTP_PER_ADDRESS_HOUR: '1000',
      // Buyers of tests stand for the many others of a rush.
      OPEN_ORDERS_PER_PERSON: '100',
      FLASH_PER_PERSON: '100',
      TEXTS_TO_OTHERS_PER_HOUR: '1000',
      // So that a second code is there while one looks.
      OTP_RESEND_SECONDS: '4',
      RECONCILE_SECONDS: '5',
      CHANNEL_PROBE_SECONDS: '2',
      RUST_LOG: 'warn',
    } as NodeJS.ProcessEnv
    // Neither somebody's database nor somebody's Redis.
    for (const name of ['DATABASE_URL', 'REDIS_URL', 'PUBLIC_URL', 'SANDBOX_URL']) delete settings[name]
    const programs = [new Program('manao-sandbox', [], settings), new Program('manao', ['serve', '--demo'], settings)]
    const shop = new Shop(`http://localhost:${port}`, `http://localhost:${sandboxPort}`, folder, programs)
    try {
      await Promise.all([programs[0]?.ready(`${shop.sandbox}/healthz`), programs[1]?.ready(`${shop.url}/readyz`)])
    } catch (error) {
      await shop.close()
      throw error
    }
    return shop
  }

  /** The shop first, which ends its database; then the world. */
  async close(): Promise<void> {
    for (const program of this.#programs.toReversed()) await program.end()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

class Program {
  readonly #name: string
  readonly #child: ChildProcess
  readonly #ended: Promise<void>
  #said = ''
  #over: string | undefined

  constructor(name: string, args: string[], env: NodeJS.ProcessEnv) {
    this.#name = name
    this.#child = spawn(join(BINARIES, name), args, { cwd: REPOSITORY, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const hear = (text: Buffer) => {
      this.#said = (this.#said + text.toString()).slice(-20_000)
    }
    this.#child.stdout?.on('data', hear)
    this.#child.stderr?.on('data', hear)
    this.#ended = new Promise((done) => {
      this.#child.once('error', (error) => done(void (this.#over = error.message)))
      this.#child.once('exit', (code, signal) => done(void (this.#over = `ended with ${signal ?? code}`)))
    })
    const kill = () => this.#child.kill('SIGKILL')
    process.once('exit', kill)
    void this.#ended.then(() => process.off('exit', kill))
  }

  async ready(address: string): Promise<void> {
    const deadline = Date.now() + READY_MS
    while (this.#over === undefined && Date.now() < deadline) {
      const answer = await fetch(address, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
      if (answer?.ok) return
      await new Promise((wait) => setTimeout(wait, 100))
    }
    throw new Error(`${this.#name} does not come up (${this.#over ?? `${READY_MS / 1000} s`}). It said:\n${this.#said}`)
  }

  async end(): Promise<void> {
    if (this.#over !== undefined) return
    this.#child.kill('SIGTERM')
    const patience = setTimeout(() => this.#child.kill('SIGKILL'), 20_000)
    await this.#ended
    clearTimeout(patience)
  }
}

/** All held at once, so that no two are the same. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer())
  await Promise.all(servers.map((server) => new Promise<void>((done) => server.listen(0, '127.0.0.1', done))))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))))
  return ports
}
