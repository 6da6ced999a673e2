import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { freePort } from './free-port.ts'

const main = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url))

export type Main = {
  child: ChildProcess
  port: number
  /** Ends it as a service manager would; answers its exit code and how long that took, in ms. */
  stop: () => Promise<{ code: number | null; took: number }>
}

/** On a machine that does other things, too; in ms. */
const STARTED_WITHIN = 60_000

type Options = { port?: number; stdout?: StdioOptions[number] & (number | 'pipe' | 'ignore') }

/** The built server in a process of its own, once it answers. */
export async function startMain(environment: Record<string, string>, { port, stdout = 'ignore' }: Options = {}): Promise<Main> {
  const PORT = port ?? (await freePort())
  const settings = { PATH: process.env.PATH, SEED: 'none', RATE_LIMITS: 'off', ...environment, PORT: String(PORT) }
  const child = spawn(process.execPath, [main], { env: settings, stdio: ['ignore', stdout, 'inherit'] })
  const exit = once(child, 'exit')
  const answers = async () => child.exitCode ?? fetch(`http://127.0.0.1:${PORT}/healthz`)
  await vi.waitFor(answers, { timeout: STARTED_WITHIN, interval: 50 }).catch((cause) => {
    child.kill('SIGKILL')
    throw new Error('The server does not answer.', { cause })
  })
  if (child.exitCode !== null) throw new Error('The server did not start; it has said why.')
  return {
    child,
    port: PORT,
    async stop() {
      const started = performance.now()
      child.kill('SIGTERM')
      const [code] = await exit
      return { code, took: performance.now() - started }
    },
  }
}
