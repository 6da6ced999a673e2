import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseCookie } from 'cookie'
import { cookieHeaderAfter } from '../../src/server/platform/http/request-headers.ts'
import { ROOT, type Server, startServer } from './processes.ts'

const startScript = (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } }).scripts.start

const owner = { email: 'owner@example.com', password: 'correct horse' }

/** As `npm start` does. */
export const BUILT_SERVER = startScript.replace(/^exec /, '').split(' ')

/** A folder for one measurement, on the disk that the product's own data would be on. */
export function scratchFolder(): { path: string; remove: () => void } {
  const parent = join(ROOT, '.cache/bench')
  mkdirSync(parent, { recursive: true })
  const path = mkdtempSync(join(parent, 'run-'))
  const remove = () => {
    process.off('exit', remove)
    rmSync(path, { recursive: true, force: true })
  }
  process.once('exit', remove)
  return { path, remove }
}

/** The settings of a server whose first admin is `owner`. */
export function settings(dataDir: string): Record<string, string> {
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

/** The built product on a data folder; an empty one gets the demo content. */
export function startProduct(dataDir: string, env: Record<string, string> = {}): Promise<Server> {
  return startServer({ command: BUILT_SERVER, env: { ...settings(dataDir), ...env } })
}

/** The cookie of an admin's session. */
export async function signIn({ port }: Server): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(owner),
  })
  if (!response.ok) throw new Error(`Signing in answered ${response.status}: ${await response.text()}`)
  return cookieHeaderAfter(response.headers)
}

/** The same for a browser. */
export function cookiesFor(url: string, cookie: string): { name: string; value: string; url: string }[] {
  return Object.entries(parseCookie(cookie)).map(([name, value = '']) => ({ name, value: encodeURIComponent(value), url }))
}

/** Every page that the product lists for search engines: the fixed ones and those of records. */
export async function publicPaths({ port }: Server): Promise<string[]> {
  const sitemap = await (await fetch(`http://127.0.0.1:${port}/sitemap.xml`)).text()
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)
  if (paths.length === 0) throw new Error('The sitemap lists no page')
  return paths
}
