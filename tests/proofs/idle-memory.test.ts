import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { median } from '../../bench/support/compare-servers.ts'
import { startServer } from '../../bench/support/measured-server.ts'
import { BUILT_SERVER } from '../../bench/support/product-server.ts'
import { createTestDatabases } from '../support/test-databases.ts'

/**
 * In MB of the process's own pages (`RssAnon`), the median of three servers. File pages (60 to 75 MB) don't count, because
 * processes share them and kernels map different numbers. 47 to 53 MB were measured.
 */
const MAX_OWN_MEMORY = 60
/** Two checks of an idle server, which are 10 s apart. */
const IDLE_WAIT = 21_000
const SERVER_COUNT = 3

/** Starts a server, waits until it is idle and returns its own memory in MB. */
async function measureIdleServer(environment: Record<string, string>): Promise<number> {
  const server = await startServer({ command: BUILT_SERVER, env: environment, isPinned: false })
  await pause(IDLE_WAIT)
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
  await server.stop()
  return Math.round(Number(/RssAnon:\s+(\d+)/.exec(status)?.[1]) / 1024)
}

it(`an idle server uses less than ${MAX_OWN_MEMORY} MB of its own memory`, async () => {
  const { environment, remove } = createTestDatabases(() => undefined)
  const measured = await Promise.all(Array.from({ length: SERVER_COUNT }, async () => measureIdleServer(await environment())))
  await remove()
  expect(median(measured), `own memory in MB: ${measured.join(', ')}`).toBeLessThan(MAX_OWN_MEMORY)
}, 60_000)

it('the built files of the server hold only ASCII characters', () => {
  const serverFolder = fileURLToPath(new URL('../../dist/server/', import.meta.url))
  for (const file of readdirSync(serverFolder).filter((name) => name.endsWith('.js')))
    expect([file, /[\u0080-\uffff]/.test(readFileSync(serverFolder + file, 'utf8'))]).toEqual([file, false])
})
