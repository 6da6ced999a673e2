import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { findFreePort } from './free-port.ts'

const SERVER_FILE = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url))

export type ServerProcess = {
  child: ChildProcess
  port: number
  /** Ends the process as a service manager would. Returns its exit code and how long it took, in ms. */
  stop: () => Promise<{ code: number | null; durationMs: number }>
}

/** Long enough for a busy machine, in ms. */
const START_TIMEOUT = 60_000

type Options = { port?: number; stdout?: StdioOptions[number] & (number | 'pipe' | 'ignore'); serverFile?: string }

/** Starts the built server and waits until it answers. */
export async function startServerProcess(
  environment: Record<string, string>,
  { port, stdout = 'ignore', serverFile = SERVER_FILE }: Options = {},
): Promise<ServerProcess> {
  const PORT = port ?? (await findFreePort())
  const settings = { PATH: process.env.PATH, SEED: 'none', RATE_LIMITS: 'off', ...environment, PORT: String(PORT) }
  const child = spawn(process.execPath, [serverFile], { env: settings, stdio: ['ignore', stdout, 'inherit'] })
  const exit = once(child, 'exit')
  const isAnswering = async () => child.exitCode ?? fetch(`http://127.0.0.1:${PORT}/healthz`)
  await vi.waitFor(isAnswering, { timeout: START_TIMEOUT, interval: 50 }).catch((cause) => {
    child.kill('SIGKILL')
    throw new Error('The server does not answer.', { cause })
  })
  if (child.exitCode !== null) throw new Error('The server did not start. Its error output says why.')
  return {
    child,
    port: PORT,
    async stop() {
      const started = performance.now()
      child.kill('SIGTERM')
      const [code] = await exit
      return { code, durationMs: performance.now() - started }
    },
  }
}
