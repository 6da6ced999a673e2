import { execFile } from 'node:child_process'
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

async function draw(program: string, what: object): Promise<Uint8Array> {
  const path = fileURLToPath(builtFile(`server/${program}.js`))
  // No secret, and nothing of what it draws in the list of processes.
  const drawing = run(process.execPath, [path], { encoding: 'buffer', timeout: TIMEOUT, maxBuffer: MOST_BYTES, env: {} })
  // Where it ends before it has read all, it says itself what was wrong.
  drawing.child.stdin?.on('error', () => {})
  drawing.child.stdin?.end(JSON.stringify(what))
  return (await drawing).stdout
}
