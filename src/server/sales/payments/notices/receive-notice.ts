import { UserError } from '#contract/core/user-error.ts'
import {
  receivePayPalIpnEndpoint,
  receivePayPalWebhookEndpoint,
  receiveRehearsalIpnEndpoint,
} from '#contract/sales/payment-webhooks.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import type { PaymentDependencies } from '../payment-dependencies.ts'
import type { RawPaymentNotice } from '../payment-gateway.ts'
import { findFirstAttemptAmongIds } from '../store.ts'
import {
  hasWaitingPaymentNotices,
  incrementPaymentNoticeCopies,
  insertPaymentNotice,
  type StoredPaymentNotice,
  type WaitingPaymentNoticeFilter,
} from './store.ts'

/**
 * How many notices may wait for verification: for each checkout attempt, for each customer, and for all notices that name
 * no attempt. No customer uses up another's limit. A notice has at most 64 KB.
 */
export const MAX_WAITING_PAYMENT_NOTICES = { attempt: 50, account: 200, strangers: 1_000 }

/** How many denied notices may wait for another verification, for each checkout attempt and each customer. */
export const MAX_WAITING_DENIED_NOTICES = { attempt: 10, account: 20 }

/** How many forged notices the database holds. Older ones go. */
export const MAX_STORED_FORGED_PAYMENT_NOTICES = 1_000

/** When a provider may send a refused notice again. */
export const NOTICE_RETRY_AFTER_SECONDS = 300

const ATTEMPT_ID_PATTERN = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g
/** A notice names the attempt and the order, and some name both twice. */
const MAX_SEARCHED_IDS = 8

type NoticeOwner = Pick<StoredPaymentNotice, 'attempt_id' | 'account'>
const STRANGER: NoticeOwner = { attempt_id: null, account: null }

const gatewaysOfEndpoints = [
  { endpoint: receivePayPalIpnEndpoint, gatewayId: 'paypal-standard' },
  { endpoint: receivePayPalWebhookEndpoint, gatewayId: 'paypal-orders' },
  { endpoint: receiveRehearsalIpnEndpoint, gatewayId: 'rehearsal' },
]

/** Stores each notice unread. Throws a 404 for a gateway that isn't set up, and a 429 if too many notices wait. */
export function createNoticeHandlers({ write, gateways, problem }: PaymentDependencies, wakeQueue: () => void) {
  return gatewaysOfEndpoints.map(({ endpoint, gatewayId }) =>
    defineHandler(endpoint, async ({ bytes }, { headers, replyHeaders }) => {
      const raw = { bytes, headers }
      const gateway = gateways.all.get(gatewayId)
      if (!gateway) throw new UserError(404, 'This site doesn’t accept notices from there.')
      const isStored = await write((tx) => storePaymentNotice(tx, gatewayId, gateway.createNoticeKey(raw), raw))
      wakeQueue()
      if (isStored) return
      problem(undefined, 'payment notices: too many wait for verification; providers must send them again')
      replyHeaders.set('retry-after', String(NOTICE_RETRY_AFTER_SECONDS))
      throw new UserError(429, 'Too many notices are waiting. Please send this one again later.')
    }),
  )
}

/** Stores a notice, or counts it as a copy. Returns false if the limit is reached. */
async function storePaymentNotice(tx: Tx, gateway: string, key: string, raw: RawPaymentNotice): Promise<boolean> {
  if (await incrementPaymentNoticeCopies(tx, gateway, key)) return true
  const owner = await findNoticeOwner(tx, raw)
  if (await isPaymentNoticeLimitReached(tx, owner, MAX_WAITING_PAYMENT_NOTICES, {})) return false
  await insertPaymentNotice(tx, { gateway, key, ...owner }, raw)
  return true
}

/** Returns whether the limit of the attempt or the customer is reached, or that of all strangers. */
export async function isPaymentNoticeLimitReached(
  db: DatabaseReader,
  { attempt_id, account }: NoticeOwner,
  limits: Partial<typeof MAX_WAITING_PAYMENT_NOTICES>,
  filter: Pick<WaitingPaymentNoticeFilter, 'reason'>,
): Promise<boolean> {
  const { attempt = 0, account: accountLimit = 0, strangers = 0 } = limits
  if (attempt_id === null) return hasWaitingPaymentNotices(db, { attempt_id, ...filter }, strangers)
  if (await hasWaitingPaymentNotices(db, { attempt_id, ...filter }, attempt)) return true
  return account !== null && hasWaitingPaymentNotices(db, { account, ...filter }, accountLimit)
}

/** Searches the bytes for an attempt id, because we don't parse unverified notices. Strangers can't guess an id. */
async function findNoticeOwner(db: DatabaseReader, { bytes }: RawPaymentNotice): Promise<NoticeOwner> {
  const ids = new Set(bytes.toString('latin1').match(ATTEMPT_ID_PATTERN)?.slice(0, MAX_SEARCHED_IDS))
  return (ids.size > 0 && (await findFirstAttemptAmongIds(db, [...ids]))) || STRANGER
}
