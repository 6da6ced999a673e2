import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, buildApp } from '../../src/server/app.ts'
import { readConfig } from '../../src/server/config.ts'
import { freePort } from '../../tests/support/free-port.ts'
import { rememberedHashing } from '../../tests/support/remembered-hashing.ts'

export type Site = { url: string; app: App; close: () => Promise<void> }

/** The real application on a free port with a new, empty database. */
export async function startSite(environment: Record<string, string> = {}): Promise<Site> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rankstead-e2e-'))
  const port = await freePort()
  const app = await buildApp(
    readConfig({ PORT: String(port), RATE_LIMITS: 'off', DATA_DIR: dataDir, LOG_LEVEL: 'error', ...environment }),
    { hashing: rememberedHashing },
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
