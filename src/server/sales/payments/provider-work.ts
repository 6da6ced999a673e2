import type { Reader } from '../../platform/db/tables.ts'
import type { Tx, Write } from '../../platform/db/write.ts'
import type { Orders } from '../orders/orders.ts'
import { whyNotCaptured } from './capture-check.ts'
import { notCaptured, refused } from './flags/flags.ts'
import { type Raised, raiseFlag } from './flags/store.ts'
import type { Approval, AskableAttempt, PaymentGateway, ProviderReport } from './gateway.ts'
import type { Fact } from './ledger/fact.ts'
import type { NewTask, ProviderTask, TaskWork } from './provider-tasks/provider-tasks.ts'
import { attemptsOf, closeAttempt, findAttempt, findByReference, type StoredAttempt } from './store.ts'
import { type Telling, tellOwner } from './tell.ts'

/** How many hand-offs of an order one ask is about: the newest. */
const MAX_ASKED = 5

/** The subject of an ask that a person or a page started. */
export const NOW = 'now'

type Asked = StoredAttempt & AskableAttempt

type Parts = Telling & {
  read: Reader
  write: Write
  orders: Orders
  gateways: ReadonlyMap<string, PaymentGateway>
  /** Writes down one fact, and what follows from it. */
  take: (tx: Tx, fact: Fact, source: { gateway: string; noticeId: string | null }) => Promise<void>
  addTask: (tx: Tx, task: NewTask) => Promise<void>
}

/** What the queue's worker does at a provider: it asks, and it captures what the customer approved. */
export function createProviderWork(parts: Parts) {
  const { read, write, orders, gateways, take, addTask } = parts

  function isAskable(attempt: StoredAttempt): attempt is Asked {
    return attempt.reference !== null && gateways.get(attempt.gateway)?.reconcile !== undefined
  }

  /** Writes down a report; an approval becomes a task of its own. */
  async function takeReport(tx: Tx, { facts, approval }: ProviderReport, source: { gateway: string; noticeId: string | null }) {
    const attempt = approval && (await findByReference(tx, source.gateway, approval.reference))
    // Other programs may use the same application at the provider: what they sell is not ours to capture.
    if (attempt) await addTask(tx, { orderId: attempt.orderId, kind: 'capture', subject: attempt.id })
    for (const fact of facts) await take(tx, await ofOwnOrder(tx, fact), source)
  }

  /** Reads what the provider says about the newest hand-offs of an order. */
  const ask: TaskWork = async ({ order_id: orderId, subject }, signal) => {
    const order = await orders.find(orderId)
    if (subject !== NOW && order?.payment_status !== 'UnPaid') return async () => {}
    const reports: [string, ProviderReport | undefined][] = []
    for (const attempt of (await attemptsOf(read, orderId)).filter(isAskable).slice(-MAX_ASKED).toReversed())
      reports.push([attempt.gateway, await gateways.get(attempt.gateway)?.reconcile?.(attempt, signal)])
    return async (tx) => {
      for (const [gateway, report] of reports) if (report) await takeReport(tx, report, { gateway, noticeId: null })
    }
  }

  /** Takes what the customer approved, where nothing speaks against it; otherwise the owner hears of it. */
  const capture: TaskWork = async (task: ProviderTask, signal) => {
    const attempt = await findAttempt(read, task.subject)
    const gateway = attempt && gateways.get(attempt.gateway)
    if (!attempt || !isAskable(attempt) || !gateway?.capture) return async () => {}
    const source = { gateway: gateway.id, noticeId: null }
    const report = await gateway.reconcile?.(attempt, signal)
    const takeFacts = async (tx: Tx, facts: readonly Fact[] = []) => {
      for (const fact of facts) await take(tx, await ofOwnOrder(tx, fact), source)
    }
    const { approval, facts } = report ?? {}
    if (!approval || attempt.refusedApproval === approval.id) return (tx) => takeFacts(tx, facts)
    const reason = await write((tx) => reasonAgainst(tx, attempt, approval))
    if (reason) {
      return async (tx) => {
        await takeFacts(tx, facts)
        await flag(tx, attempt.orderId, notCaptured(attempt, reason))
      }
    }
    const { refusal, facts: captured } = await gateway.capture(attempt, approval, signal)
    return async (tx) => {
      await takeFacts(tx, captured)
      if (refusal !== undefined) await noteRefusal(tx, attempt, refusal, approval)
    }
  }

  /** Looked up under the order's lock, so that a cancel or another payment is seen. */
  async function reasonAgainst(tx: Tx, attempt: StoredAttempt, approval: Approval) {
    const order = await orders.held(tx, attempt.orderId)
    const attempts = await attemptsOf(tx, attempt.orderId)
    return whyNotCaptured({ order, attempts, attempt, approval })
  }

  /** A refused hand-off is not used again; what needs the owner is flagged. */
  async function noteRefusal(tx: Tx, attempt: StoredAttempt, refusal: string, approval?: Approval): Promise<void> {
    await closeAttempt(tx, attempt.id, { refusal, refused_approval: approval?.id ?? null })
    if (gateways.get(attempt.gateway)?.explain?.(refusal).owner !== undefined)
      await flag(tx, attempt.orderId, refused(attempt, refusal))
  }

  async function flag(tx: Tx, orderId: string, raised: Raised): Promise<void> {
    if (await raiseFlag(tx, orderId, raised)) await tellOwner(tx, parts, [raised], (await orders.held(tx, orderId)).number)
  }

  return { isAskable, takeReport, noteRefusal, work: { ask, capture } }
}

/** A fact that names a hand-off of ours, but another order of the provider than the hand-off made, is not about it. */
async function ofOwnOrder(tx: Tx, fact: Fact): Promise<Fact> {
  if (fact.reference === undefined || fact.attemptId === undefined) return fact
  const attempt = await findAttempt(tx, fact.attemptId)
  if (!attempt || attempt.reference === fact.reference) return fact
  const { attemptId: _notOurs, ...rest } = fact
  return rest
}
