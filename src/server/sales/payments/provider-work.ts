import type { Tx } from '../../platform/db/write.ts'
import { whyNotCaptured } from './capture-check.ts'
import { notCaptured, refused } from './flags/flags.ts'
import type { Approval, AskableAttempt, ProviderReport } from './gateway.ts'
import type { Gateways } from './gateways.ts'
import { raiseAndNotify } from './notify.ts'
import type { PaymentParts } from './parts.ts'
import type { ProviderTask, TaskEnd } from './provider-tasks/provider-tasks.ts'
import { recordReport } from './record-report.ts'
import { attemptsOf, closeAttempt, findAttempt, type StoredAttempt } from './store.ts'

/** How many hand-offs of an order one ask is about: the newest. */
const MAX_ASKED = 5

/** The subject of an ask that a person or a page started. */
export const NOW = 'now'

/** Returns whether the provider of a hand-off can be asked about it. */
export function isAskable(gateways: Gateways, attempt: StoredAttempt): attempt is StoredAttempt & AskableAttempt {
  return attempt.reference !== null && gateways.all.get(attempt.gateway)?.reconcile !== undefined
}

/** Asks the provider about the newest hand-offs of an order. */
export async function askProvider(
  parts: PaymentParts,
  { order_id: orderId, subject }: ProviderTask,
  signal: AbortSignal,
): Promise<TaskEnd> {
  const { read, orders, gateways } = parts
  const order = await orders.find(orderId)
  if (subject !== NOW && order?.payment_status !== 'UnPaid') return nothing
  const reports: [string, ProviderReport | undefined][] = []
  const askable = (await attemptsOf(read, orderId)).filter((attempt) => isAskable(gateways, attempt))
  for (const attempt of askable.slice(-MAX_ASKED).toReversed())
    reports.push([attempt.gateway, await gateways.all.get(attempt.gateway)?.reconcile?.(attempt, signal)])
  return async (tx) => {
    for (const [gateway, report] of reports) if (report) await recordReport(parts, tx, report, { gateway, noticeId: null })
  }
}

/** Captures what the customer approved, or flags the order with the reason against it. */
export async function captureApproved(parts: PaymentParts, task: ProviderTask, signal: AbortSignal): Promise<TaskEnd> {
  const { read, write, gateways } = parts
  const attempt = await findAttempt(read, task.subject)
  const gateway = attempt && gateways.all.get(attempt.gateway)
  if (!attempt || !isAskable(gateways, attempt) || !gateway?.capture) return nothing
  const source = { gateway: gateway.id, noticeId: null }
  const { approval, facts = [] } = (await gateway.reconcile?.(attempt, signal)) ?? {}
  if (!approval || attempt.refusedApproval === approval.id) return (tx) => recordReport(parts, tx, { facts }, source)
  const reason = await write((tx) => reasonAgainst(parts, tx, attempt, approval))
  if (reason) {
    return async (tx) => {
      await recordReport(parts, tx, { facts }, source)
      await raiseAndNotify(parts, tx, attempt.orderId, notCaptured(attempt, reason))
    }
  }
  const { refusal, facts: captured } = await gateway.capture(attempt, approval, signal)
  return async (tx) => {
    await recordReport(parts, tx, { facts: captured }, source)
    if (refusal !== undefined) await closeRefusedAttempt(parts, tx, attempt, refusal, approval)
  }
}

/** Closes a hand-off that the provider refused, and flags what the owner has to know. */
export async function closeRefusedAttempt(
  parts: PaymentParts,
  tx: Tx,
  attempt: StoredAttempt,
  refusal: string,
  approval?: Approval,
): Promise<void> {
  await closeAttempt(tx, attempt.id, { refusal, refused_approval: approval?.id ?? null })
  if (parts.gateways.all.get(attempt.gateway)?.explain?.(refusal).owner !== undefined)
    await raiseAndNotify(parts, tx, attempt.orderId, refused(attempt, refusal))
}

/** Reads under the order's lock, so that a cancel or another payment is seen. */
async function reasonAgainst({ orders }: PaymentParts, tx: Tx, attempt: StoredAttempt, approval: Approval) {
  const order = await orders.held(tx, attempt.orderId)
  return whyNotCaptured({ order, attempts: await attemptsOf(tx, attempt.orderId), attempt, approval })
}

async function nothing(): Promise<void> {}
