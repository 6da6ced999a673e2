import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseCookie } from 'cookie'
import { buildCookieHeader } from '../../src/server/platform/http/request-headers.ts'
import { type MeasuredServer, PROJECT_ROOT, startServer } from './measured-server.ts'

const startScript = (JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } })
  .scripts.start

const owner = { email: 'owner@example.com', password: 'correct horse' }

/** As `npm start` does. */
export const BUILT_SERVER = startScript.replace(/^exec /, '').split(' ')

/** A folder for one measurement, on the disk that the product's own data would be on. */
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

/** The settings of a server whose first admin is `owner`. */
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

/** The built product on a data folder; an empty one gets the demo content. */
export function startProduct(dataDir: string, env: Record<string, string> = {}): Promise<MeasuredServer> {
  return startServer({ command: BUILT_SERVER, env: { ...buildProductSettings(dataDir), ...env } })
}

/** The cookie of an admin's session. */
export async function signInAsAdmin({ port }: MeasuredServer): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(owner),
  })
  if (!response.ok) throw new Error(`Signing in answered ${response.status}: ${await response.text()}`)
  return buildCookieHeader(response.headers)
}

/** The same for a browser. */
export function toBrowserCookies(url: string, cookie: string): { name: string; value: string; url: string }[] {
  return Object.entries(parseCookie(cookie)).map(([name, value = '']) => ({ name, value: encodeURIComponent(value), url }))
}

/** Every page that the product lists for search engines: the fixed ones and those of records. */
export async function listPublicPaths({ port }: MeasuredServer): Promise<string[]> {
  const sitemap = await (await fetch(`http://127.0.0.1:${port}/sitemap.xml`)).text()
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)
  if (paths.length === 0) throw new Error('The sitemap lists no page')
  return paths
}
