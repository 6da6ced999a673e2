import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type MeasuredServer, pinCommand, readCpuTime } from './measured-server.ts'

const LOAD_GENERATOR = fileURLToPath(new URL('./load-generator.ts', import.meta.url))
const MINIMAL_LOAD_GENERATOR = fileURLToPath(new URL('./fast-load-generator.ts', import.meta.url))

export type LoadRequest = {
  path: string
  connections: number
  headers?: Record<string, string>
  method?: string
  body?: string
  /** Replaces each `[<id>]` in the body with a new text. */
  idReplacement?: boolean
  usesMinimalGenerator?: boolean
}

/** The result of a round: requests per second, times in ms, and server CPU time per request in µs. */
export type LoadTestResult = { perSecond: number; p50: number; p99: number; cpuPerRequest: number }

/** Sends requests for `duration` seconds. Throws if any reply isn't 2xx. */
export async function generateLoad(
  { port, pid }: MeasuredServer,
  { path, usesMinimalGenerator, ...order }: LoadRequest,
  duration: number,
): Promise<LoadTestResult> {
  const options = { ...order, url: `http://127.0.0.1:${port}${path}`, duration }
  const [program = '', ...args] = pinCommand('load', [
    process.execPath,
    usesMinimalGenerator ? MINIMAL_LOAD_GENERATOR : LOAD_GENERATOR,
    JSON.stringify(options),
  ])
  const before = readCpuTime(pid)
  const { stdout } = await promisify(execFile)(program, args)
  const used = readCpuTime(pid) - before
  const { total, seconds, failed, p50, p99 } = JSON.parse(stdout)
  if (failed > 0 || total === 0) throw new Error(`${failed} of ${total} requests to ${path} failed`)
  return { perSecond: total / seconds, p50, p99, cpuPerRequest: (used * 1000) / total }
}
