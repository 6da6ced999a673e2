import type { Database } from '../../db/db.ts'
import type { Tx } from '../../db/write.ts'
import { createQueue, type Queue, type QueueTiming } from '../../queue/queue.ts'
import { type PaymentGateway, UnreadableNotice } from '../gateway.ts'
import type { Fact } from '../ledger/fact.ts'
import { inbox, rawOf, type StoredNotice } from './store.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** A provider that is down is asked until it answers, however many days that takes. In ms. */
export const TIMING = {
  poll: 5 * SECOND,
  lease: 2 * MINUTE,
  deadline: 30 * SECOND,
  firstPause: 10 * SECOND,
  longestPause: HOUR,
  closeWithin: 3 * SECOND,
} satisfies QueueTiming

/** What a notice turned out to be. */
export type Read = { state: 'authentic'; facts: Fact[] } | { state: 'forged' } | { state: 'unreadable'; reason: string }

type Parts = {
  database: Pick<Database, 'read' | 'write'>
  gateways: ReadonlyMap<string, PaymentGateway>
  problem: (error: unknown, sentence: string) => void
  /** Writes down what a notice tells, with its end. */
  apply: (tx: Tx, notice: StoredNotice, read: Read) => Promise<void>
  /** Writes down that it could not be found out whether it is the provider's own, and why. */
  wait: (tx: Tx, notice: StoredNotice, reason: string) => Promise<void>
  /** After either is committed. */
  applied: () => void
  timing?: QueueTiming
}

/** Verifies the notices that were kept, and reads those that are the provider's own. Whoever sent one waits for none of this. */
export function createInbox({ database, gateways, problem, apply, wait, applied, timing = TIMING }: Parts): Queue {
  return createQueue<StoredNotice, Read>({
    database,
    table: inbox,
    timing,
    name: 'payment notices',
    problem,
    atOnce: 10,
    work: (notice, signal) => readNotice(notice, signal),
    done: apply,
    settled: applied,
    failed: (notice, error) => {
      const reason = error instanceof Error ? error.message : String(error)
      problem(reason, `notice ${notice.id} cannot be verified and waits for another attempt`)
      return (tx) => wait(tx, notice, reason)
    },
    isRepeatable: true,
  })

  /** Throws where it cannot be found out. */
  async function readNotice(notice: StoredNotice, signal: AbortSignal): Promise<Read> {
    const gateway = gateways.get(notice.gateway)
    if (!gateway) throw new Error('Its payment provider is not set up any more.')
    const raw = rawOf(notice)
    const verdict = await gateway.verify(raw, signal)
    if (verdict === 'retry') throw new Error('The payment provider did not say whether it is its own.')
    if (verdict === 'forged') return { state: 'forged' }
    try {
      return { state: 'authentic', facts: await gateway.facts(raw, signal) }
    } catch (error) {
      if (error instanceof UnreadableNotice) return { state: 'unreadable', reason: error.message }
      throw error
    }
  }
}
