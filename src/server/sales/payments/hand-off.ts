import { randomUUID } from 'node:crypto'
import { Refusal } from '../../../contract/grammar/refusal.ts'
import { MISMATCH } from '../../../contract/sales/payments.ts'
import type { Tx } from '../../platform/db/write.ts'
import { REVIEW, type StoredOrder } from '../orders/orders.ts'
import { type Begun, HandOffEnded, HandOffRefused } from './gateway.ts'
import type { Attempt } from './ledger/fact.ts'
import { CURRENCY, currentPayee, type PaymentParts, type Person } from './parts.ts'
import { closeRefusedAttempt, NOW } from './provider-work.ts'
import { attemptsOf, closeAttempt, factsOf, insertAttempt, type StoredAttempt, setReference } from './store.ts'

/** How many hand-offs wait for the provider at a time, in all and for one customer. */
const MAX_WAITING = { all: 20, customer: 3 }

const BUSY = 'Other payments are being started right now. Nothing was charged; please try again in a few seconds.'
const UNAVAILABLE = 'Payments aren’t available yet. Please write to us, and we will help.'
const PENDING = 'A payment for this order is on its way. Please wait until it has arrived.'
const WHY_NOT = { Paid: 'This order is paid already.', Cancelled: 'This order was cancelled, so there is nothing to pay.' }

/** Runs `begin` unless too many requests wait for the provider already: then it throws a 503. */
export type BeginLimit = <T>(customer: string, begin: () => Promise<T>) => Promise<T>

/** Keeps a slow provider from holding the requests that other visitors need. */
export function createBeginLimit(): BeginLimit {
  const waiting = new Map<string, number>()
  let all = 0
  return async (customer, begin) => {
    const own = waiting.get(customer) ?? 0
    if (all >= MAX_WAITING.all || own >= MAX_WAITING.customer) throw new Refusal(503, BUSY)
    all += 1
    waiting.set(customer, own + 1)
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

/** Hands an unpaid order over to the provider. Throws a 409 if the order can't be paid now. */
export async function beginPayment(
  parts: PaymentParts,
  withinLimit: BeginLimit,
  orderId: string,
  person: Person,
): Promise<Begun> {
  await parts.orders.ofPerson(orderId, person)
  // A form needs nothing of the provider.
  if (parts.gateways.current.begins === 'form') return handOver(parts, orderId)
  return withinLimit(person.email, () =>
    handOver(parts, orderId).catch((error: unknown) => {
      // That hand-off is closed now, so the next one is new.
      if (error instanceof HandOffEnded) return handOver(parts, orderId)
      throw error
    }),
  )
}

async function handOver(parts: PaymentParts, orderId: string): Promise<Begun> {
  const { write, gateways } = parts
  const gateway = gateways.current
  const { attempt, order } = await write((tx) => attemptFor(parts, tx, orderId))
  const { package_name, package_price, number } = order
  try {
    const begun = await gateway.begin({ ...attempt, amount: package_price, title: `${package_name}, order ${number}` })
    if ('redirect' in begun) await write((tx) => noteHandOff(parts, tx, attempt, begun))
    return begun
  } catch (error) {
    if (error instanceof HandOffEnded) await write((tx) => closeAndAsk(parts, tx, attempt))
    if (!(error instanceof HandOffRefused)) throw error
    await write((tx) => closeRefusedAttempt(parts, tx, attempt, error.message))
    throw new Refusal(409, gateway.explain?.(error.message).customer ?? UNAVAILABLE)
  }
}

/** Returns the open hand-off of an order with today's terms, or a new one. */
async function attemptFor(parts: PaymentParts, tx: Tx, orderId: string): Promise<{ attempt: StoredAttempt; order: StoredOrder }> {
  const { current } = parts.gateways
  const order = await parts.orders.held(tx, orderId)
  const payee = await currentPayee(parts, tx)
  if (order.payment_status !== 'UnPaid') throw new Refusal(409, WHY_NOT[order.payment_status])
  if (order.under_review === REVIEW.mismatch) throw new Refusal(409, MISMATCH)
  if (order.under_review === REVIEW.pending) throw new Refusal(409, PENDING)
  if (payee === undefined) throw new Refusal(409, UNAVAILABLE)
  const terms = { gateway: current.id, cents: order.price_cents, currency: CURRENCY, payee, live: current.isLive }
  const failed = new Set((await factsOf(tx, orderId)).filter(({ kind }) => kind === 'failed').map(({ attemptId }) => attemptId))
  // A second look at the page is the same hand-off: the provider takes each at most once.
  const last = (await attemptsOf(tx, orderId)).findLast((known) => hasTerms(known, terms))
  const isOpen = last && last.closedAt === null && !failed.has(last.id)
  return { order, attempt: isOpen ? last : await insertAttempt(tx, { ...terms, id: randomUUID(), orderId }) }
}

function hasTerms(known: Attempt, terms: Omit<Attempt, 'id'>): boolean {
  return (Object.keys(terms) as (keyof typeof terms)[]).every((name) => known[name] === terms[name])
}

/** Stores the provider's names, and plans to ask about customers who don't come back. */
async function noteHandOff(
  { gateways, askTiming, tasks }: PaymentParts,
  tx: Tx,
  { id, orderId }: StoredAttempt,
  begun: Extract<Begun, { redirect: string }>,
): Promise<void> {
  if (gateways.current.reconcile)
    for (const after of askTiming.after) await tasks.add(tx, { orderId, kind: 'ask', subject: `${id} after ${after}`, after })
  await setReference(tx, id, begun)
}

async function closeAndAsk({ tasks }: PaymentParts, tx: Tx, { id, orderId }: StoredAttempt): Promise<void> {
  await tasks.add(tx, { orderId, kind: 'ask', subject: NOW })
  await closeAttempt(tx, id)
}
