import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { FullConfig } from '@playwright/test'
import { BINARIES, REPOSITORY, Shop, WEB } from './server'

/** Builds what is stale, then opens one shop for each worker; answers how to close them. */
export default async function openShops(config: FullConfig): Promise<() => Promise<void>> {
  if (webIsStale()) run('npm', ['run', '-s', 'build'], WEB)
  run('cargo', ['build', '--locked', '--workspace', '--bin', 'manao', '--bin', 'manao-sandbox'], REPOSITORY)
  for (const name of ['manao', 'manao-sandbox']) {
    if (!existsSync(join(BINARIES, name))) throw new Error(`${join(BINARIES, name)} is not there after building`)
  }
  const opened = await Promise.allSettled(Array.from({ length: config.workers }, () => Shop.open()))
  const shops = opened.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const close = async () => {
    await Promise.all(shops.map((shop) => shop.close()))
  }
  const failed = opened.find((result) => result.status === 'rejected')
  if (failed) {
    await close()
    throw failed.reason
  }
  // Workers inherit the environment.
  process.env.E2E_SHOPS = JSON.stringify(shops.map(({ url, sandbox, data }) => ({ url, sandbox, data })))
  return close
}

function run(command: string, args: string[], cwd: string): void {
  try {
    execFileSync(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 64 << 20 })
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: Buffer; stderr?: Buffer }
    throw new Error(`${command} ${args.join(' ')} failed:\n${stdout ?? ''}${stderr ?? ''}`, { cause: error })
  }
}

function webIsStale(): boolean {
  const built = join(WEB, 'dist/index.html')
  if (!existsSync(built)) return true
  const sources = ['src', 'public', 'index.html', 'offline.html', 'package.json', 'vite.config.ts'].map((name) => join(WEB, name))
  return Math.max(...sources.map(newest)) > statSync(built).mtimeMs
}

function newest(path: string): number {
  const found = statSync(path)
  if (!found.isDirectory()) return found.mtimeMs
  return Math.max(found.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}
