import { execFile } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Refusal } from '../contract/refusal.ts'
import { builtFile } from './built.ts'
import { limitConcurrency } from './concurrency.ts'

/** A drawing takes half a second; one that takes this long (ms) will not come. */
const TIMEOUT = 30_000
const MOST_BYTES = 4 * 1024 * 1024
/** How many may wait for their turn while one is drawn. */
const MAX_QUEUED = 19

const run = promisify(execFile)
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
  const options = { encoding: 'buffer', timeout, maxBuffer: maxBytes, signal, killSignal: 'SIGKILL' } as const
  // No secret reaches it.
  const running = run(process.execPath, [path, ...args], { ...options, env: {} })
  const { pid, stdin } = running.child
  if (isInBackground && pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  // Where it ends before it has read all, it says itself what was wrong.
  stdin?.on('error', () => {})
  stdin?.end(input)
  return (await running).stdout
}
