import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseCookie } from 'cookie'
import { buildCookieHeaderFromReply } from '../../src/server/platform/http/web-headers.ts'
import { pickSize } from './bench-size.ts'
import { type MeasuredServer, PROJECT_ROOT, readMemory, startServer } from './measured-server.ts'

const startScript = (JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } })
  .scripts.start

/** Long enough for two of the server's checks, which are 10 s apart. In ms. */
const IDLE_TIME = pickSize({ short: 0, whole: 21_000 })

const owner = { email: 'owner@example.com', password: 'correct horse' }

/** The start command of `npm start`. */
export const BUILT_SERVER = startScript.replace(/^exec /, '').split(' ')

/** Creates a folder for one measurement, on the disk that holds the product's data. */
export function createScratchFolder(): { path: string; remove: () => void } {
  const parent = join(PROJECT_ROOT, '.cache/bench')
  mkdirSync(parent, { recursive: true })
  const path = mkdtempSync(join(parent, 'run-'))
  const remove = () => {
    process.off('exit', remove)
    rmSync(path, { recursive: true, force: true })
  }
  process.once('exit', remove)
  return { path, remove }
}

/** Returns the settings of a server whose first admin is `owner`. */
export function buildProductSettings(dataDir: string): Record<string, string> {
  return {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    ORIGIN: '',
    DATABASE_URL: '',
    SEED: 'demo',
    DATA_DIR: dataDir,
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
    LOG_LEVEL: 'error',
  }
}

/** Starts the built product on a data folder. An empty folder gets the demo content. */
export function startProduct(dataDir: string, env: Record<string, string> = {}): Promise<MeasuredServer> {
  return startServer({ command: BUILT_SERVER, env: { ...buildProductSettings(dataDir), ...env } })
}

/** Starts the product with these settings, and returns its memory when idle, in MB. */
export async function measureIdleProduct(env: Record<string, string>, kind?: Parameters<typeof readMemory>[1]): Promise<number> {
  const server = await startServer({ command: BUILT_SERVER, env, isPinned: false })
  await pause(IDLE_TIME)
  const memory = readMemory(server.pid, kind)
  await server.stop()
  return memory
}

/** Signs in as the admin and returns the session's cookie header. */
export async function signInAsAdmin({ port }: MeasuredServer): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(owner),
  })
  if (!response.ok) throw new Error(`Signing in answered ${response.status}: ${await response.text()}`)
  return buildCookieHeaderFromReply(response.headers)
}

export function toBrowserCookies(url: string, cookie: string): { name: string; value: string; url: string }[] {
  return Object.entries(parseCookie(cookie)).map(([name, value = '']) => ({ name, value: encodeURIComponent(value), url }))
}

/** Lists all public paths in the product's sitemap. */
export async function listPublicPaths({ port }: MeasuredServer): Promise<string[]> {
  const sitemap = await (await fetch(`http://127.0.0.1:${port}/sitemap.xml`)).text()
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
  if (paths.length === 0) throw new Error('The sitemap lists no page')
  return paths
}
