import { randomUUID } from 'node:crypto'
import { UserError } from '#contract/core/user-error.ts'
import { beginPaymentEndpoint, PAYMENT_MISMATCH_MESSAGE } from '#contract/sales/customer-payment.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import { ORDER_REVIEW_STATE_CODES, type StoredOrder } from '../orders/orders.ts'
import type { PaymentAttemptTerms } from './ledger/payment-fact.ts'
import { listPaymentFacts } from './ledger/store.ts'
import { findCurrentPayee, PAYMENT_CURRENCY, type PaymentDependencies } from './payment-dependencies.ts'
import { AttemptClosedError, type CheckoutStart, PaymentAttemptRefusedError } from './payment-gateway.ts'
import { closeRefusedAttempt, queueImmediateQuery } from './provider-tasks/order-query-tasks.ts'
import {
  closeUnpaidAttempt,
  insertPaymentAttempt,
  listPaymentAttempts,
  type StoredPaymentAttempt,
  saveAttemptProviderReference,
} from './store.ts'

/** How many requests may wait for the provider at a time, in total and for each customer. */
const MAX_WAITING_CHECKOUTS = { all: 20, customer: 3 }

const BUSY_MESSAGE = 'We’re very busy right now. Please try again in a few seconds.'
const UNAVAILABLE_MESSAGE = 'Payments aren’t available yet. Please write to us, and we’ll help.'
const PENDING_MESSAGE = 'A payment for this order is on its way. Please wait until it arrives.'
const NOT_PAYABLE_MESSAGES = {
  Paid: 'This order is already paid.',
  Cancelled: 'This order was canceled, so there’s nothing to pay.',
}

/** Runs `begin`. Throws a 503 if too many requests wait for the provider. */
type CheckoutConcurrencyLimit = <T>(customer: string, begin: () => Promise<T>) => Promise<T>

/** Limits waiting requests, so that a slow provider doesn't block other visitors. */
function createCheckoutConcurrencyLimit(): CheckoutConcurrencyLimit {
  const waiting = new Map<string, number>()
  let all = 0
  return async (customer, begin) => {
    const waitingForCustomer = waiting.get(customer) ?? 0
    if (all >= MAX_WAITING_CHECKOUTS.all || waitingForCustomer >= MAX_WAITING_CHECKOUTS.customer)
      throw new UserError(503, BUSY_MESSAGE)
    all += 1
    waiting.set(customer, waitingForCustomer + 1)
    try {
      return await begin()
    } finally {
      all -= 1
      const left = (waiting.get(customer) ?? 1) - 1
      if (left > 0) waiting.set(customer, left)
      else waiting.delete(customer)
    }
  }
}

/** Starts the checkout of an unpaid order. Throws a 409 if the customer can't pay the order now. */
export function createBeginPaymentHandler(dependencies: PaymentDependencies) {
  const runWithinLimit = createCheckoutConcurrencyLimit()
  return defineHandler(beginPaymentEndpoint, async ({ params: { id: orderId } }, { person }) => {
    await dependencies.orders.findForPerson(orderId, person)
    const begin = () => startCheckout(dependencies, orderId)
    // A form needs no request to the provider.
    const needsProvider = dependencies.gateways.current.begins !== 'form'
    const start = await (needsProvider ? runWithinLimit(person.email, () => begin().catch(retryClosedAttempt)) : begin())
    return 'form' in start ? { ...start.form } : { redirect: start.redirect }

    /** The failed start closed its attempt, so this one uses a new attempt. */
    function retryClosedAttempt(error: unknown): Promise<CheckoutStart> {
      if (error instanceof AttemptClosedError) return begin()
      throw error
    }
  })
}

async function startCheckout(dependencies: PaymentDependencies, orderId: string): Promise<CheckoutStart> {
  const { write, gateways } = dependencies
  const gateway = gateways.current
  const { attempt, order } = await write((tx) => findOrCreateAttempt(dependencies, tx, orderId))
  const { package_name, package_price, number } = order
  try {
    const checkoutStart = await gateway.begin({ ...attempt, amount: package_price, title: `${package_name}, order ${number}` })
    if ('redirect' in checkoutStart) await write((tx) => saveCheckoutStart(dependencies, tx, attempt, checkoutStart))
    return checkoutStart
  } catch (error) {
    // The customer may have paid this attempt since, so ask the provider now instead of at the next scheduled query.
    if (attempt.reference !== null) await queueImmediateQuery(dependencies, orderId)
    if (error instanceof AttemptClosedError) await write((tx) => closeUnpaidAttempt(tx, attempt.id))
    if (!(error instanceof PaymentAttemptRefusedError)) throw error
    await write((tx) => closeRefusedAttempt(dependencies, tx, attempt, error.message))
    throw new UserError(409, gateway.explainRefusal?.(error.message).customer ?? UNAVAILABLE_MESSAGE)
  }
}

/** Returns the open checkout attempt with the current terms, or a new attempt. */
async function findOrCreateAttempt(
  dependencies: PaymentDependencies,
  tx: Tx,
  orderId: string,
): Promise<{ attempt: StoredPaymentAttempt; order: StoredOrder }> {
  const { current } = dependencies.gateways
  const order = await dependencies.orders.lockOrder(tx, orderId)
  const payee = await findCurrentPayee(dependencies, tx)
  if (order.payment_status !== 'UnPaid') throw new UserError(409, NOT_PAYABLE_MESSAGES[order.payment_status])
  if (order.under_review === ORDER_REVIEW_STATE_CODES.mismatch) throw new UserError(409, PAYMENT_MISMATCH_MESSAGE)
  if (order.under_review === ORDER_REVIEW_STATE_CODES.pending) throw new UserError(409, PENDING_MESSAGE)
  if (payee === undefined) throw new UserError(409, UNAVAILABLE_MESSAGE)
  const terms = { gateway: current.id, cents: order.price_cents, currency: PAYMENT_CURRENCY, payee, live: current.isLive }
  const failed = new Set(
    (await listPaymentFacts(tx, orderId)).filter(({ kind }) => kind === 'failed').map(({ attemptId }) => attemptId),
  )
  // Reloading the page reuses the attempt, because a provider accepts each attempt only once.
  // Only the newest attempt can be captured.
  const last = (await listPaymentAttempts(tx, orderId)).at(-1)
  const isOpen = last && hasTerms(last, terms) && last.closedAt === null && !failed.has(last.id)
  return { order, attempt: isOpen ? last : await insertPaymentAttempt(tx, { ...terms, id: randomUUID(), orderId }) }
}

function hasTerms(attempt: PaymentAttemptTerms, terms: Omit<PaymentAttemptTerms, 'id'>): boolean {
  return (Object.keys(terms) as (keyof typeof terms)[]).every((name) => attempt[name] === terms[name])
}

/** Stores the provider's reference. Also schedules queries, in case the customer doesn't come back. */
async function saveCheckoutStart(
  { gateways, queryTiming, tasks }: PaymentDependencies,
  tx: Tx,
  { id, orderId }: StoredPaymentAttempt,
  checkoutStart: Extract<CheckoutStart, { redirect: string }>,
): Promise<void> {
  if (gateways.current.reconcile)
    for (const after of queryTiming.delaysAfterAttempt)
      await tasks.add(tx, { orderId, kind: 'ask', subject: `${id} after ${after}`, after })
  await saveAttemptProviderReference(tx, id, checkoutStart)
}
