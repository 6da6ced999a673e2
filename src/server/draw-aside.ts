import { execFile } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Refusal } from '../contract/refusal.ts'
import { builtFile } from './built.ts'

/** A drawing takes half a second; one that takes this long (ms) will not come. */
const PATIENCE = 30_000
const MOST_BYTES = 4 * 1024 * 1024
/** How many may wait for their turn. */
const MOST_WAITING = 20

const run = promisify(execFile)
const takeTurn = oneAtATime(MOST_WAITING)

/**
 * Has one of our drawing programs draw `what`, in a process of its own that ends with its drawing: it holds up nobody's
 * answer, and the 100 MB that fonts and drawing library take go with it. One at a time; throws a 503 where too many wait.
 */
export function drawAside(program: 'draw-share-image' | 'draw-invoice', what: object): Promise<Uint8Array> {
  return takeTurn(() => draw(program, what))
}

/** Does one piece of work after the other, whatever becomes of each; refuses more than `most` that wait or are under way. */
export function oneAtATime(most: number) {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting >= most) throw new Refusal(503, 'Too much is being drawn just now. Please try again in a moment.')
    waiting += 1
    const done = last.then(work).finally(() => {
      waiting -= 1
    })
    last = done.catch(() => undefined)
    return done
  }
}

function draw(program: string, what: object): Promise<Uint8Array> {
  // Nothing of what it draws in the list of processes.
  return runAside(program, [], JSON.stringify(what))
}

type Aside = {
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
export async function runAside(
  program: string,
  args: readonly string[],
  input: string | Uint8Array,
  { timeout = PATIENCE, maxBytes = MOST_BYTES, signal, isInBackground }: Aside = {},
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
