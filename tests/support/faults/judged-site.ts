import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import { freePort } from '../free-port.ts'
import { type Main, startMain } from '../main-process.ts'
import { startOracle } from './oracle.ts'

/** A busy machine takes a while to start a process, in ms. */
const STARTED_WITHIN = 60_000

export type JudgedSite = Awaited<ReturnType<typeof startJudgedSite>>

/** The built site in a process of its own, always at the same address, and the oracle whose clients use it. */
export async function startJudgedSite(environment: Record<string, string>) {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const oracle = await startOracle(environment, origin)
  let main: Main | undefined = await startMain(oracle.settings, { port })
  await oracle.setUp()

  const statusOf = (path: string) =>
    fetch(origin + path).then(
      async (reply) => {
        await reply.body?.cancel()
        return reply.status
      },
      () => 0,
    )

  async function stop(): Promise<void> {
    await main?.stop()
    main = undefined
  }

  return {
    origin,
    port,
    oracle,
    /** Of the process that runs now. */
    pid: () => main?.child.pid ?? 0,
    statusOf,
    stop,
    /** Ends it as a power cut would. */
    async kill(): Promise<void> {
      if (!main) return
      const exit = once(main.child, 'exit')
      main.child.kill('SIGKILL')
      main = undefined
      await exit
    },
    /** Starts it again; answers how long it took until it could write, in ms. */
    async start(): Promise<number> {
      const begun = performance.now()
      main = await startMain(oracle.settings, { port })
      const isReady = async () => expect(await statusOf('/readyz')).toBe(200)
      await vi.waitFor(isReady, { timeout: STARTED_WITHIN, interval: 20 })
      return performance.now() - begun
    },
    /** Asks for a page and a call that reads, again and again; answers what was not answered with 200 meanwhile. */
    readOn(): { stop: () => Promise<string[]> } {
      const failed: string[] = []
      let isOver = false
      const reading = (async () => {
        while (!isOver) {
          for (const path of ['/', '/api/faq-items', '/healthz']) {
            const status = await statusOf(path)
            if (status !== 200) failed.push(`${path}: ${status}`)
          }
          await pause(50)
        }
      })()
      return {
        async stop() {
          isOver = true
          await reading
          return failed
        },
      }
    },
    async close(): Promise<void> {
      await stop()
      await oracle.close()
    },
  }
}
