import type { Tx } from '#platform/db/database-writer.ts'
import type { PaymentDependencies } from './payment-dependencies.ts'
import { buildReviewFlagEmail } from './payment-emails.ts'
import { type NewReviewFlag, raiseReviewFlag } from './review-flags/store.ts'

/** The flags that need no action from an admin. */
const ROUTINE_FLAG_KINDS: ReadonlySet<NewReviewFlag['kind']> = new Set(['pending', 'failed'])

/** Raises a flag, and emails the admins if the flag is new. `orderId` is null if the order is unknown. */
export async function raiseFlagAndNotify(
  dependencies: PaymentDependencies,
  tx: Tx,
  orderId: string | null,
  flag: NewReviewFlag,
): Promise<void> {
  if (!(await raiseReviewFlag(tx, orderId, flag))) return
  await notifyAdminsOfFlags(
    dependencies,
    tx,
    [flag],
    orderId === null ? undefined : (await dependencies.orders.lockOrder(tx, orderId)).number,
  )
}

/** Emails the admins about flags that need action. */
export async function notifyAdminsOfFlags(
  { mail, adminEmails }: PaymentDependencies,
  tx: Tx,
  newFlags: readonly NewReviewFlag[],
  orderNumber?: number,
): Promise<void> {
  const flags = newFlags.filter(({ kind }) => !ROUTINE_FLAG_KINDS.has(kind))
  if (flags.length === 0) return
  for (const to of await adminEmails(tx)) await mail.enqueue(tx, buildReviewFlagEmail(to, { flags, orderNumber }))
}
