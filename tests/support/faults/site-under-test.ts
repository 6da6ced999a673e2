import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import { findFreePort } from '../free-port.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { startDurabilityChecker } from './durability-checker.ts'

/** Long enough for a busy machine, in ms. */
const START_TIMEOUT = 60_000

export type SiteUnderTest = Awaited<ReturnType<typeof startSiteUnderTest>>

/** Starts the built site on a fixed port, with a durability checker whose clients use it. */
export async function startSiteUnderTest(environment: Record<string, string>) {
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const checker = await startDurabilityChecker(environment, origin)
  let server: ServerProcess | undefined = await startServerProcess(checker.settings, { port })
  await checker.setUp()

  const fetchStatus = (path: string) =>
    fetch(origin + path).then(
      async (reply) => {
        await reply.body?.cancel()
        return reply.status
      },
      () => 0,
    )

  async function stop(): Promise<void> {
    await server?.stop()
    server = undefined
  }

  return {
    origin,
    port,
    checker,
    /** The id of the current process. */
    pid: () => server?.child.pid ?? 0,
    fetchStatus,
    stop,
    /** Kills the process, as a power cut would. */
    async kill(): Promise<void> {
      if (!server) return
      const exit = once(server.child, 'exit')
      server.child.kill('SIGKILL')
      server = undefined
      await exit
    },
    /** Starts the process again. Returns the ms until it could write. */
    async start(): Promise<number> {
      const startedAt = performance.now()
      server = await startServerProcess(checker.settings, { port })
      const isReady = async () => expect(await fetchStatus('/readyz')).toBe(200)
      await vi.waitFor(isReady, { timeout: START_TIMEOUT, interval: 20 })
      return performance.now() - startedAt
    },
    /** Requests a page and two calls in a loop. Returns the requests that failed. */
    startReading(): { stop: () => Promise<string[]> } {
      const failed: string[] = []
      let isStopped = false
      const reading = (async () => {
        while (!isStopped) {
          for (const path of ['/', '/api/faq-items', '/healthz']) {
            const status = await fetchStatus(path)
            if (status !== 200) failed.push(`${path}: ${status}`)
          }
          await pause(50)
        }
      })()
      return {
        async stop() {
          isStopped = true
          await reading
          return failed
        },
      }
    },
    async close(): Promise<void> {
      await stop()
      await checker.close()
    },
  }
}
