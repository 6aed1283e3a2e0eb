import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

const WEB = resolve(import.meta.dirname, '../..')
const REPOSITORY = resolve(WEB, '..')

/** The built test page on a port of its own, the real hub behind it, and a wire between them that can be cut. */
export class World {
  /** Sockets that were opened so far. */
  upgrades = 0
  /** Whether new sockets are refused. */
  away = false
  readonly #wires = new Set<[Socket, Socket]>()
  readonly #secret = randomBytes(32).toString('hex')
  readonly #folder = mkdtempSync(join(tmpdir(), 'live-'))
  readonly #server: Server = createServer(
    (request, response) => void this.#page(request).then((file) => response.writeHead(...file.head).end(file.body)),
  )
  #hub: ChildProcess | undefined
  #hubPort = 0
  #port = 0

  static async create(): Promise<World> {
    const world = new World()
    execFileSync('cargo', ['build', '-p', 'manao-hub', '--bin', 'hub'], { cwd: REPOSITORY, stdio: 'ignore' })
    await build({
      root: join(import.meta.dirname, 'page'),
      configFile: false,
      logLevel: 'error',
      plugins: [react()],
      resolve: { alias: { '@': join(WEB, 'src') } },
      build: { outDir: world.#folder, emptyOutDir: true },
    })
    world.#server.on('upgrade', (request, socket: Socket) => world.#wire(request, socket))
    world.#port = await listening(world.#server)
    world.#hubPort = await freePort()
    await world.startHub()
    return world
  }

  async close(): Promise<void> {
    this.cut()
    this.#server.closeAllConnections()
    this.#server.close()
    this.#hub?.kill('SIGKILL')
    await rm(this.#folder, { recursive: true })
  }

  async startHub(): Promise<void> {
    const target = process.env['CARGO_TARGET_DIR'] ?? join(REPOSITORY, 'target')
    const env = {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: `${this.#hubPort}`,
      METRICS_PORT: '0',
      HUB_TOPICS: join(REPOSITORY, 'crates/kernel/src/live/topics.json'),
      JWT_SECRET: this.#secret,
      HUB_API_KEY: this.#secret,
      RUST_LOG: 'error',
      HUB_DRAIN_MS: '1000',
    }
    delete (env as NodeJS.ProcessEnv)['REDIS_URL']
    this.#hub = spawn(join(target, 'debug/hub'), { env, stdio: 'inherit' })
    for (let tries = 0; tries < 1_200; tries++) {
      const ready = await fetch(`http://127.0.0.1:${this.#hubPort}/readyz`).catch(() => undefined)
      if (ready?.ok) return
      await new Promise((wait) => setTimeout(wait, 50))
    }
    throw new Error('the hub does not start')
  }

  /** Ends the hub, which then has forgotten everything: at once, or with goodbye. */
  async endHub(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const ended = new Promise((done) => this.#hub?.once('exit', done))
    this.#hub?.kill(signal)
    await ended
  }

  async publish(topic: string, n: number): Promise<void> {
    const answer = await fetch(`http://127.0.0.1:${this.#hubPort}/publish`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.#secret}` },
      body: JSON.stringify({ topic, event: 'stock.changed', data: { flashSaleId: 1, remaining: n, version: n }, version: n }),
    })
    if (!answer.ok) throw new Error(await answer.text())
  }

  /** Cuts every open wire without a word. */
  cut(): void {
    for (const wire of this.#wires) for (const end of wire) end.destroy()
  }

  get sockets(): number {
    return this.#wires.size
  }

  address(topics: { topic: string; grant?: string }[], token?: string): string {
    const query = new URLSearchParams({ topics: JSON.stringify(topics), ...(token && { token }) })
    return `http://localhost:${this.#port}/?${query}`
  }

  accessToken(user: string): string {
    return this.#jwt({ aud: 'manao', sub: user, sid: `session of ${user}` }, 900)
  }

  grant(topic: string, seconds = 900): string {
    return this.#jwt({ aud: 'manao-hub', sub: '', topic }, seconds)
  }

  #jwt(claims: object, seconds: number): string {
    const now = Math.floor(Date.now() / 1000)
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ iss: 'manao', iat: now, exp: now + seconds, ...claims })}`
    return `${signed}.${createHmac('sha256', this.#secret).update(signed).digest('base64url')}`
  }

  async #page(request: IncomingMessage): Promise<{ head: [number, Record<string, string>]; body: Buffer }> {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const name = pathname === '/' ? '/index.html' : pathname
    const type = extname(name) === '.html' ? 'text/html' : 'text/javascript'
    const body = await readFile(join(this.#folder, name)).catch(() => undefined)
    return body ? { head: [200, { 'content-type': type }], body } : { head: [404, {}], body: Buffer.of() }
  }

  #wire(request: IncomingMessage, client: Socket): void {
    if (this.away) return void client.destroy()
    this.upgrades++
    const hub = connect(this.#hubPort, '127.0.0.1')
    const wire: [Socket, Socket] = [client, hub]
    this.#wires.add(wire)
    const end = () => {
      this.#wires.delete(wire)
      client.destroy()
      hub.destroy()
    }
    for (const side of wire) side.on('error', end).on('close', end)
    const { rawHeaders: raw } = request
    const headers = raw.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${raw[at + 1]}\r\n`] : []))
    hub.write(`GET ${request.url} HTTP/1.1\r\n${headers.join('')}\r\n`)
    client.pipe(hub).pipe(client)
  }
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}

async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listening(server)
  await new Promise((done) => server.close(done))
  return port
}
