import { type ChildProcess, spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { UserError } from '#contract/core/user-error.ts'
import { getBuiltFileUrl, getCompileCacheUrl } from './built-file-url.ts'
import { limitConcurrency } from './limit-concurrency.ts'

/** In ms. An invoice usually takes a quarter of a second, a share image almost half. */
const DEFAULT_TIMEOUT = 30_000
const MAX_OUTPUT_BYTES = 4 * 1024 * 1024
/** The signals that a stop sends to a whole process group. */
const STOP_SIGNALS: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']
/** How many characters of a failing process's error output the log gets. */
const MAX_ERROR_OUTPUT = 4_096
/** How many renderings may wait while one runs. */
const MAX_QUEUED = 19

const runQueued = limitConcurrency({
  maxConcurrent: 1,
  maxQueued: MAX_QUEUED,
  createOverflowError: () => new UserError(503, 'We’re very busy right now. Please try again in a moment.'),
})

/**
 * Renders `payload` with one of our programs in a child process, one at a time. The process frees the 100 MB of the fonts and
 * the image library when it ends. Throws a 503 if too many renderings wait.
 */
export function renderInChildProcess(program: string, payload: object): Promise<Uint8Array> {
  return runQueued(() => startRender(program, payload))
}

function startRender(program: string, payload: object): Promise<Uint8Array> {
  // Passes the payload by stdin, so that the process list doesn't show it.
  return runInChildProcess(program, [], JSON.stringify(payload))
}

type RunOptions = {
  /** In ms. */
  timeout?: number
  maxBytes?: number
  signal?: AbortSignal
  /** Lets all other processes of the machine run first. */
  hasLowPriority?: boolean
}

/** What a program reads from stdin. A function opens a large file, so that memory never holds all of it. */
export type ChildProcessStdin = string | Uint8Array | (() => Readable)

/**
 * Runs one of our programs in its own process and returns its output. Throws if it fails, takes too long or writes too much.
 * The error of a process that couldn't start has `syscall`.
 */
export async function runInChildProcess(
  program: string,
  args: readonly string[],
  input: ChildProcessStdin,
  { timeout = DEFAULT_TIMEOUT, maxBytes = MAX_OUTPUT_BYTES, signal, hasLowPriority }: RunOptions = {},
): Promise<Buffer> {
  const path = fileURLToPath(getBuiltFileUrl(`server/${program}.js`))
  function start(): Promise<Buffer> {
    // Runs in its own process group: a stop signals the site's group while this request still needs its answer. The
    // environment holds no secret. If the file limit is reached, the child has no streams, only an error.
    const env = { NODE_COMPILE_CACHE: fileURLToPath(getCompileCacheUrl()) }
    const options = { detached: true, env, timeout, killSignal: 'SIGKILL', signal } as const
    const child: ChildProcess = spawn(process.execPath, [path, ...args], options)
    if (hasLowPriority && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    // A process that ends before it has read everything reports its own error.
    child.stdin?.on('error', () => {})
    if (typeof input !== 'function') child.stdin?.end(input)
    else if (child.stdin) pipeline(input(), child.stdin).catch(() => {})
    return readOutput(child, maxBytes)
  }

  return start().catch((error: { signal?: NodeJS.Signals }) => {
    // The stop's signal can reach the process before it has its own group.
    if (error.signal && STOP_SIGNALS.includes(error.signal)) return start()
    throw error
  })
}

/** Reads a process's output until it ends. Throws if it fails, is killed or writes more than `maxBytes`. */
function readOutput(child: ChildProcess, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let [bytes, errorOutput] = [0, '']
    child.stdout?.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxBytes) {
        reject(Object.assign(new RangeError('The process wrote too much output.'), { code: 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER' }))
        child.kill('SIGKILL')
      } else chunks.push(chunk)
    })
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      errorOutput = (errorOutput + chunk).slice(0, MAX_ERROR_OUTPUT)
    })
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (code === 0) resolve(Buffer.concat(chunks))
      else reject(Object.assign(new Error(`The process failed. ${errorOutput}`), { code, signal, killed: child.killed }))
    })
  })
}
