import { Refusal } from '../../../../contract/grammar/refusal.ts'
import type { Tx } from '../../../platform/db/write.ts'
import type { QueueTiming } from '../../../platform/queue/queue.ts'
import { forged, unreadable, unverified } from '../flags/flags.ts'
import { closeAbout, OVER } from '../flags/store.ts'
import type { RawNotice } from '../gateway.ts'
import { raiseAndNotify } from '../notify.ts'
import type { PaymentParts } from '../parts.ts'
import { recordReport } from '../record-report.ts'
import { findAttempt } from '../store.ts'
import { DENIED, isAskedAgain, type Read, readNotice } from './read-notice.ts'
import { keepNotice, MOST_FORGED } from './room.ts'
import { areWaiting, closeNotice, giveNoticeTo, inbox, noteReason, removeForged, type StoredNotice } from './store.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** In ms. A provider that is down is asked until it answers, however many days that takes. */
export const TIMING = {
  poll: 5 * SECOND,
  lease: MINUTE,
  deadline: 30 * SECOND,
  firstPause: 10 * SECOND,
  longestPause: HOUR,
  closeWithin: 3 * SECOND,
} satisfies QueueTiming

/** The owner reads about a notice that waits longer, in ms. */
const LONG = HOUR

/** How many notices one process verifies at a time. */
const CONCURRENT = 10

/**
 * Stores a notice before it is verified. Returns false if too many wait already. Throws a 404 for a gateway that isn't
 * set up.
 */
export async function receiveNotice(parts: PaymentParts, gatewayId: string, raw: RawNotice): Promise<boolean> {
  const gateway = parts.gateways.all.get(gatewayId)
  if (!gateway) throw new Refusal(404, 'This site takes no notices from there.')
  const isKept = await parts.write((tx) => keepNotice(tx, gatewayId, gateway.key(raw), raw))
  if (!isKept) parts.problem(undefined, 'payment notices: too many wait to be verified; providers are asked to send again')
  return isKept
}

/** What the queue of notices needs: it verifies each with the provider, and records what the notice reports. */
export function noticeQueueParts(parts: PaymentParts, timing: QueueTiming) {
  const { read, gateways, problem } = parts
  return {
    table: inbox,
    timing,
    name: 'payment notices',
    problem,
    concurrent: CONCURRENT,
    work: async (notice: StoredNotice, signal: AbortSignal) => {
      const result = await readNotice(notice, gateways.all, signal)
      if (result.state === 'forged' && (await isAskedAgain(read, notice))) throw new Error(DENIED)
      return result
    },
    done: (tx: Tx, notice: StoredNotice, result: Read) => applyNotice(parts, tx, notice, result),
    failed: (notice: StoredNotice, error: unknown) => {
      problem(error, `notice ${notice.id} cannot be verified and waits for another attempt`)
      return (tx: Tx) => postponeNotice(parts, tx, notice, error instanceof Error ? error.message : String(error))
    },
    isRepeatable: true as const,
  }
}

async function applyNotice(parts: PaymentParts, tx: Tx, notice: StoredNotice, result: Read): Promise<void> {
  const { id, gateway, attempt_id } = notice
  await closeNotice(tx, id, { state: result.state, reason: result.state === 'unreadable' ? result.reason : null })
  if (!(await areWaiting(tx, { attempt_id }, 1))) await closeAbout(tx, unverified(attempt_id), OVER)
  if (result.state === 'forged') {
    await removeForged(tx, MOST_FORGED)
    return raiseAndNotify(parts, tx, null, forged(Date.now()))
  }
  const orderId = await showOnOrder(tx, notice)
  if (result.state === 'authentic') await recordReport(parts, tx, result, { gateway, noticeId: id })
  else await raiseAndNotify(parts, tx, orderId, unreadable(id))
}

async function postponeNotice(parts: PaymentParts, tx: Tx, notice: StoredNotice, reason: string): Promise<void> {
  const { id, received_at, attempt_id } = notice
  await noteReason(tx, id, reason)
  if (Date.now() - received_at > LONG) await raiseAndNotify(parts, tx, await showOnOrder(tx, notice), unverified(attempt_id))
}

/** Links a notice to the order whose hand-off it names, and returns that order's id. The notice counts for nothing yet. */
async function showOnOrder(tx: Tx, { id, attempt_id }: StoredNotice): Promise<string | null> {
  const attempt = attempt_id === null ? undefined : await findAttempt(tx, attempt_id)
  if (attempt) await giveNoticeTo(tx, id, attempt.orderId)
  return attempt?.orderId ?? null
}
