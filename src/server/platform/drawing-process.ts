import { type ChildProcess, spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Refusal } from '../../contract/grammar/refusal.ts'
import { builtFile } from './built.ts'
import { limitConcurrency } from './concurrency.ts'

/** A drawing takes half a second; one that takes this long (ms) will not come. */
const TIMEOUT = 30_000
const MOST_BYTES = 4 * 1024 * 1024
/** The signals that a stop sends to a whole process group. */
const STOP_SIGNALS: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']
/** How many characters of a failing process's error output the log gets. */
const MOST_COMPLAINT = 4_096
/** How many may wait for their turn while one is drawn. */
const MAX_QUEUED = 19

const inTurn = limitConcurrency({
  concurrent: 1,
  queued: MAX_QUEUED,
  tooMany: () => new Refusal(503, 'Too much is being drawn just now. Please try again in a moment.'),
})

/**
 * Has one of our drawing programs draw `what`, in a process of its own that ends with its drawing: it holds up nobody's
 * answer, and the 100 MB that fonts and drawing library take go with it. One at a time; throws a 503 where too many wait.
 */
export function drawInOwnProcess(program: 'draw-share-image' | 'draw-invoice', what: object): Promise<Uint8Array> {
  return inTurn(() => draw(program, what))
}

function draw(program: string, what: object): Promise<Uint8Array> {
  // Nothing of what it draws in the list of processes.
  return runInOwnProcess(program, [], JSON.stringify(what))
}

type Running = {
  /** In ms. */
  timeout?: number
  maxBytes?: number
  signal?: AbortSignal
  /** Gives way to whatever else the machine has to do. */
  isInBackground?: boolean
}

/**
 * What one of our programs makes of `input`, in a process of its own. Throws where it fails, takes too long or answers
 * too much; one that could not be started has `syscall` in its error.
 */
export async function runInOwnProcess(
  program: string,
  args: readonly string[],
  input: string | Uint8Array,
  { timeout = TIMEOUT, maxBytes = MOST_BYTES, signal, isInBackground }: Running = {},
): Promise<Buffer> {
  const path = fileURLToPath(builtFile(`server/${program}.js`))
  function start(): Promise<Buffer> {
    // Runs in its own process group: a stop signals the site's group while this request still needs its answer. The
    // environment holds no secret. If the file limit is reached, the child has no streams, only an error.
    const options = { detached: true, env: {}, timeout, killSignal: 'SIGKILL', signal } as const
    const child: ChildProcess = spawn(process.execPath, [path, ...args], options)
    if (isInBackground && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    // A process that ends before it read everything reports the fault on its own.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
    return outputOf(child, maxBytes)
  }

  return start().catch((error: { signal?: NodeJS.Signals }) => {
    // The stop's signal can reach the process before it has its own group.
    if (error.signal && STOP_SIGNALS.includes(error.signal)) return start()
    throw error
  })
}

/** Reads what a process writes until it ends. Throws where it fails, is killed or writes more than `maxBytes`. */
function outputOf(child: ChildProcess, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let [bytes, complaint] = [0, '']
    child.stdout?.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxBytes) {
        reject(Object.assign(new RangeError('The process wrote too much output.'), { code: 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER' }))
        child.kill('SIGKILL')
      } else chunks.push(chunk)
    })
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      complaint = (complaint + chunk).slice(0, MOST_COMPLAINT)
    })
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (code === 0) resolve(Buffer.concat(chunks))
      else reject(Object.assign(new Error(`The process failed. ${complaint}`), { code, signal, killed: child.killed }))
    })
  })
}
