import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ContentKind } from '#contract/core/content-kind.ts'
import type { LogOutput } from '#platform/log/buffered-log-output.ts'
import { type App, buildApp } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import { cachedHashing } from '../../tests/support/cached-hashing.ts'
import { createCookieJar } from '../../tests/support/cookie-jar.ts'
import { findFreePort } from '../../tests/support/free-port.ts'
import { startForSuite } from '../../tests/support/start-for-suite.ts'

/** Prints errors, but not the line for each email that the site can't send without a mail server. */
const errorsOnly: LogOutput = {
  write: (line) => {
    if (!line.startsWith('Mail to ')) console.error(line.trimEnd())
  },
  flush: async () => {},
  flushNow: () => {},
}

export type TestSite = { url: string; app: App; close: () => Promise<void> }

/** Starts the application on a free port with a new database. */
export async function startSite(environment: Record<string, string> = {}): Promise<TestSite> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rankstead-e2e-'))
  const port = await findFreePort()
  const app = await buildApp(
    readConfig({ PORT: String(port), RATE_LIMITS: 'off', DATA_DIR: dataDir, LOG_LEVEL: 'error', ...environment }),
    { hashing: cachedHashing, output: errorsOnly },
  )
  await app.server.listen({ port, host: '127.0.0.1' })
  return {
    url: `http://127.0.0.1:${port}`,
    app,
    close: async () => {
      await app.close()
      rmSync(dataDir, { recursive: true })
    },
  }
}

/** Starts a site before the stories of a file and closes it after them. */
export function startSiteForSuite(environment?: Record<string, string>): TestSite {
  return startForSuite(() => startSite(environment))
}

export const ownerCredentials = { email: 'owner@example.com', password: 'otter violin chimney' }

/** Settings that create the owner's account. */
export const ownerSettings = { ADMIN_EMAIL: ownerCredentials.email, ADMIN_PASSWORD: ownerCredentials.password }

/** Adds a record as the owner. Throws if the site refuses it. */
export type SaveRecord = (contentKind: ContentKind, values: Record<string, string>) => Promise<void>

export async function logInAsOwner({ url }: TestSite): Promise<SaveRecord> {
  const jar = createCookieJar()
  const send = async (path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json', cookie: jar.header() }
    const response = await fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response
  }
  const { headers } = await send('/sign-in', ownerCredentials)
  jar.storeCookies(headers.getSetCookie())
  return async ({ api }, values) => {
    await send(api.add, values)
  }
}
