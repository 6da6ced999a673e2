import { FILE_PART } from '../../../../contract/grammar/endpoint.ts'
import { Refusal } from '../../../../contract/grammar/refusal.ts'
import { limitConcurrency } from '../../../platform/concurrency.ts'
import { runInOwnProcess } from '../../../platform/drawing-process.ts'
import type { CheckTask, Made, Outcome, Task } from './task.ts'

export type Encoded = Made & { bytes: Buffer }
export type Encode = (task: Exclude<Task, CheckTask>, input: Uint8Array, signal?: AbortSignal) => Promise<Encoded>

/** How long one picture may take, in ms, and how many uploads may wait for their turn: each is held in memory. */
const TIMEOUT = 20_000
const MAX_QUEUED = 4
const MAX_BYTES = 16 * 1024 * 1024

const BEYOND_US = 'This picture cannot be read. Please save it anew, as a JPEG for example, and choose that.'

const inTurn = limitConcurrency({
  concurrent: 1,
  queued: MAX_QUEUED,
  tooMany: () => new Refusal(503, 'Other pictures are being read just now. Please try again in a moment.'),
})

/**
 * Encodes a picture in a process of its own, which nothing in a file can take the server down with. Throws a 400 with a
 * sentence at the field for one that is not to be had; what `signal` may end is done in the background.
 */
export const encodeAside: Encode = (task, input, signal) =>
  task.kind === 'shrink' ? encode(task, input, signal) : inTurn(() => encode(task, input))

/** What these pictures are, read by the same program in one go. Throws a 400 where one is none of ours. */
export async function checkAside(pictures: readonly Buffer[]): Promise<Made[]> {
  const task: CheckTask = { kind: 'check', sizes: pictures.map(({ length }) => length) }
  const { outcome } = await inTurn(() => run(task, Buffer.concat(pictures)))
  return 'checked' in outcome ? outcome.checked : []
}

export function refusedFile(sentence: string): Refusal {
  return new Refusal(400, sentence, { [FILE_PART]: sentence })
}

async function encode(task: Task, input: Uint8Array, signal?: AbortSignal): Promise<Encoded> {
  const { outcome, bytes } = await run(task, input, signal)
  return { ...(outcome as Made), bytes }
}

async function run(task: Task, input: Uint8Array, signal?: AbortSignal) {
  const options = { timeout: TIMEOUT, maxBytes: MAX_BYTES, isInBackground: task.kind === 'shrink', ...(signal && { signal }) }
  const output = await runInOwnProcess('encode-picture', [JSON.stringify(task)], input, options).catch((error: unknown) => {
    // One that crashes its reader, or takes too long, is at fault itself; that no process can be started is our fault.
    throw task.kind === 'shrink' || (error as NodeJS.ErrnoException).syscall !== undefined ? error : refusedFile(BEYOND_US)
  })
  const end = output.indexOf('\n')
  const outcome = JSON.parse(output.toString('utf8', 0, end)) as Outcome
  if ('refused' in outcome) throw refusedFile(outcome.refused)
  return { outcome, bytes: output.subarray(end + 1) }
}
