import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { cpuTime, pinned, type Server } from './processes.ts'

const GENERATOR = fileURLToPath(new URL('./generator.ts', import.meta.url))
const PLAIN_GENERATOR = fileURLToPath(new URL('./plain-generator.ts', import.meta.url))

export type Order = {
  path: string
  connections: number
  headers?: Record<string, string>
  method?: string
  body?: string
  /** Makes each `[<id>]` of the body another text. */
  idReplacement?: boolean
  isPlain?: boolean
}

/** What a round showed: requests per second, times in ms, and the server's own CPU time per request in µs. */
export type Load = { perSecond: number; p50: number; p99: number; cpuPerRequest: number }

/** Sends requests for some seconds; throws where even one is answered otherwise than 2xx. */
export async function load({ port, pid }: Server, { path, isPlain, ...order }: Order, duration: number): Promise<Load> {
  const options = { ...order, url: `http://127.0.0.1:${port}${path}`, duration }
  const [program = '', ...args] = pinned('load', [
    process.execPath,
    isPlain ? PLAIN_GENERATOR : GENERATOR,
    JSON.stringify(options),
  ])
  const before = cpuTime(pid)
  const { stdout } = await promisify(execFile)(program, args)
  const used = cpuTime(pid) - before
  const { total, seconds, failed, p50, p99 } = JSON.parse(stdout)
  if (failed > 0 || total === 0) throw new Error(`${failed} of ${total} requests to ${path} failed`)
  return { perSecond: total / seconds, p50, p99, cpuPerRequest: (used * 1000) / total }
}
