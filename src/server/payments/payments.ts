import { randomUUID } from 'node:crypto'
import type { PaymentFlagRecord } from '../../contract/payment-evidence.ts'
import { MISMATCH, type PaymentStanding } from '../../contract/payments.ts'
import { Refusal } from '../../contract/refusal.ts'
import type { Database } from '../db/db.ts'
import type { TableName } from '../db/tables.ts'
import type { Tx } from '../db/write.ts'
import { type Orders, REVIEW, type StoredOrder } from '../orders/orders.ts'
import { createQueue, type QueueTiming } from '../queue/queue.ts'
import { createDecisions, type FlagEnd } from './decisions.ts'
import { createEvidence } from './evidence/evidence.ts'
import { flagToWire, forged, unreadable, unverified } from './flags/flags.ts'
import { closeAbout, OVER, openFlagsOf, raiseFlag } from './flags/store.ts'
import type { Begun, RawNotice } from './gateway.ts'
import type { Gateways } from './gateways.ts'
import type { Attempt, Fact } from './ledger/fact.ts'
import { recordFact, type Source, settle } from './ledger/record.ts'
import { DENIED, isAskedAgain } from './notices/denied.ts'
import { type Read, readNotice } from './notices/read-notice.ts'
import { keepNotice, MOST_FORGED } from './notices/room.ts'
import { areWaiting, closeNotice, inbox, noteReason, removeForged, type StoredNotice } from './notices/store.ts'
import { TIMING } from './notices/timing.ts'
import { standingOfPayment } from './payment-standing.ts'
import { ASK_TIMING, type AskTiming, createProviderTasks, type ProviderTask } from './provider-tasks/provider-tasks.ts'
import { confirmRefund, createRefunds, type RefundRequest, SameRefund, type WantedRefund } from './refunds/refunds.ts'
import { attemptsOf, hasSettled, insertAttempt, insertIntent, type StoredAttempt, setReference } from './store.ts'
import { type Telling, tellOfPayment, tellOwner } from './tell.ts'

export { tryApp } from './paypal-orders/api.ts'
export type { AskTiming } from './provider-tasks/provider-tasks.ts'

export type Payments = ReturnType<typeof createPayments>

type Parts = Telling & {
  database: Database
  orders: Orders
  gateways: Gateways
  /** Whose account is paid. */
  payeeIn: (db: Database['read'] | Tx) => Promise<{ email: string; isSample: boolean } | undefined>
  problem: (error: unknown, sentence: string) => void
  timing?: QueueTiming | undefined
  askTiming?: AskTiming | undefined
}

type Person = { email: string; isAdmin: boolean }

/** The arguments of a decision after its transaction. */
type After<T extends (tx: Tx, ...rest: never[]) => unknown> = T extends (tx: Tx, ...rest: infer Rest) => unknown ? Rest : never

const CURRENCY = 'USD'
/** How long a page waits for the provider's word, in ms. */
const ASKED_WITHIN = 8_000
/** A notice that waits for longer is for the owner to know of, in ms. */
const LONG = 3_600_000

const UNAVAILABLE = 'Payments aren’t available yet. Please write to us, and we will help.'

/** What was paid for orders. Payments calls orders, never the other way round. */
export function createPayments(parts: Parts) {
  const { database, mail, orders, invoices, gateways, payeeIn, problem, timing = TIMING, askTiming = ASK_TIMING } = parts
  const { read, write } = database
  const gateway = gateways.current
  const queue = createQueue<StoredNotice, Read>({
    database,
    table: inbox,
    timing,
    name: 'payment notices',
    problem,
    concurrent: 10,
    work: async (notice, signal) => {
      const found = await readNotice(notice, gateways.all, signal)
      if (found.state === 'forged' && (await isAskedAgain(read, notice))) throw new Error(DENIED)
      return found
    },
    done: apply,
    settled: mail.wake,
    failed: (notice, error) => {
      problem(error, `notice ${notice.id} cannot be verified and waits for another attempt`)
      return (tx) => wait(tx, notice, error instanceof Error ? error.message : String(error))
    },
    isRepeatable: true,
  })
  const tasks = createProviderTasks({
    read,
    timing,
    ask: askTiming,
    problem,
    work: { ask: askAll, refund: (task, signal) => refunds.perform(task, signal) },
  })
  const taskQueue = createQueue({ database, ...tasks.queueParts, settled: mail.wake })
  const refunds = createRefunds({ read, mail, orders, gateways, addTask: tasks.add, take, origin: parts.origin })
  const evidence = createEvidence({ read, orders, invoices, refunds, isRehearsal: gateway.isRehearsal, isAskable })
  const decisions = createDecisions({ orders, gateway, telling: parts, payee, take, currency: CURRENCY })
  const dataTables: readonly TableName[] = ['payment_notice', 'payment_fact', 'payment_flag']
  return {
    dataTables,
    queues: [queue, taskQueue],
    start: () => {
      queue.start()
      taskQueue.start()
    },
    close: async () => {
      await Promise.all([queue.close(), taskQueue.close()])
    },
    begin,
    standing,
    cancel,
    receive,
    ask,
    ...evidence,
    markPaid: (...mark: After<typeof decisions.markPaid>) => decided((tx) => decisions.markPaid(tx, ...mark)),
    takeBackPaid: (...taken: After<typeof decisions.takeBackPaid>) => decided((tx) => decisions.takeBackPaid(tx, ...taken)),
    endFlag,
    refund,
    withdrawRefund: (id: string, actor: string) => write((tx) => refunds.withdraw(tx, id, actor)),
    openFlagsOf: (orderIds: readonly string[]) => openFlagsOf(read, orderIds),
    gateway,
    /** Whether a payment to that account has arrived by today's gateway. */
    wasPaid: (to: string) => hasSettled(read, { gateway: gateway.id, payee: to, live: gateway.isLive }),
  }

  /** Whom a payment would go to now; a made-up address is good enough where no money moves. */
  async function payee(db: Database['read'] | Tx): Promise<string | undefined> {
    const named = await payeeIn(db)
    return named && (!named.isSample || gateway.isRehearsal) ? named.email : undefined
  }

  /** Hands an order that is to be paid over to the provider. Throws a 409 where it is not to be paid, or cannot be yet. */
  async function begin(orderId: string, person: Person): Promise<Begun> {
    await orders.ofPerson(orderId, person)
    const { attempt, order } = await write(async (tx) => {
      const order = await orders.held(tx, orderId)
      const to = await payee(tx)
      if (order.payment_status !== 'UnPaid') throw new Refusal(409, WHY_NOT[order.payment_status])
      if (order.under_review === REVIEW.mismatch) throw new Refusal(409, MISMATCH)
      if (order.under_review === REVIEW.pending)
        throw new Refusal(409, 'A payment for this order is on its way. Please wait until it has arrived.')
      if (to === undefined) throw new Refusal(409, UNAVAILABLE)
      const asked = { gateway: gateway.id, cents: order.price_cents, currency: CURRENCY, payee: to, live: gateway.isLive }
      // Looked at twice is one hand-off: the provider takes each at most once.
      const same = (await attemptsOf(tx, orderId)).findLast((known) => isSameAsked(known, asked))
      return { order, attempt: same ?? (await insertAttempt(tx, { ...asked, id: randomUUID(), orderId })) }
    })
    const { package_name, package_price, number } = order
    const begun = await gateway.begin({ ...attempt, amount: package_price, title: `${package_name}, order ${number}` })
    if ('redirect' in begun) await write((tx) => setReference(tx, attempt.id, begun.reference))
    return begun
  }

  /** How a payment stands, for whoever placed the order. What the customer has just agreed to is collected first. */
  async function standing(orderId: string, person: Person): Promise<PaymentStanding> {
    let order = await orders.ofPerson(orderId, person)
    if (gateway.begins === 'press' && order.payment_status === 'UnPaid') {
      const { number } = order
      await askProvider(orderId, 1).catch((error: unknown) =>
        problem(error, `the payment of order ${number} cannot be asked for`),
      )
      order = await orders.ofPerson(orderId, person)
    }
    const [invoice, creditNotes, to, flags] = await Promise.all([
      invoices.ofOrder(orderId),
      invoices.creditNotes(orderId),
      payee(read),
      openFlagsOf(read, [orderId]),
    ])
    const isPayable = to !== undefined
    return standingOfPayment({ order, invoice, creditNotes, gateway, flags: flags.get(orderId) ?? [], isPayable })
  }

  /** Throws a 409 where it is paid. Cancelled once more is still cancelled. */
  async function cancel(orderId: string, person: Person): Promise<StoredOrder> {
    await orders.ofPerson(orderId, person)
    return write(async (tx) => {
      const { payment_status } = await orders.held(tx, orderId)
      if (payment_status === 'Paid')
        throw new Refusal(409, 'This order is paid, so it cannot be cancelled here. Please write to us.')
      if (payment_status === 'UnPaid') {
        await insertIntent(tx, orderId, { id: randomUUID(), kind: 'cancel', actor: person.email, reason: '' })
        await settle(tx, orders, orderId)
      }
      return orders.held(tx, orderId)
    })
  }

  /**
   * Keeps a notice as it came, before anybody knows whether it is authentic; false where there is no room for it now.
   * Throws a 404 where none is expected from there.
   */
  async function receive(gatewayId: string, raw: RawNotice): Promise<boolean> {
    const from = gateways.all.get(gatewayId)
    if (!from) throw new Refusal(404, 'This site takes no notices from there.')
    const isKept = await write((tx) => keepNotice(tx, gatewayId, from.key(raw), raw))
    if (!isKept) problem(undefined, 'payment notices: too many wait to be verified; providers are asked to send again')
    queue.wake()
    return isKept
  }

  async function apply(tx: Tx, { id, gateway, attempt_id }: StoredNotice, outcome: Read): Promise<void> {
    await closeNotice(tx, id, { state: outcome.state, reason: outcome.state === 'unreadable' ? outcome.reason : null })
    if (!(await areWaiting(tx, { attempt_id }, 1))) await closeAbout(tx, unverified(attempt_id), OVER)
    if (outcome.state === 'authentic') for (const fact of outcome.facts) await take(tx, fact, { gateway, noticeId: id })
    else {
      if (outcome.state === 'forged') await removeForged(tx, MOST_FORGED)
      const flag = outcome.state === 'forged' ? forged(Date.now()) : unreadable(id)
      if (await raiseFlag(tx, null, flag)) await tellOwner(tx, parts, [flag])
    }
  }

  async function wait(tx: Tx, { id, received_at, attempt_id }: StoredNotice, reason: string): Promise<void> {
    await noteReason(tx, id, reason)
    const flag = unverified(attempt_id)
    if (Date.now() - received_at > LONG && (await raiseFlag(tx, null, flag))) await tellOwner(tx, parts, [flag])
  }

  async function take(tx: Tx, fact: Fact, source: Source): Promise<void> {
    const result = await recordFact(tx, orders, fact, source)
    if (fact.kind === 'refunded') await confirmRefund(tx, source.gateway, fact)
    if (!result) return
    if ('orphan' in result) await tellOwner(tx, parts, [result.orphan])
    else await tellOfPayment(tx, parts, result, fact.live)
  }

  /** Refunds a payment of an order. Throws a 404, 409 or 422. */
  async function refund(orderId: string, wanted: WantedRefund, actor: string): Promise<RefundRequest> {
    const made = await write((tx) => refunds.refund(tx, orderId, wanted, actor)).catch((error: unknown) => {
      if (error instanceof SameRefund) return error.request
      throw error
    })
    taskQueue.wake()
    return made
  }

  /** Asks the provider about the newest hand-offs of an order; answers how many it could be asked about. */
  async function askProvider(orderId: string, most: number): Promise<number> {
    const asked = (await attemptsOf(read, orderId)).filter(isAskable).toReversed().slice(0, most)
    for (const attempt of asked) {
      const provider = gateways.all.get(attempt.gateway)
      const facts = (await provider?.reconcile?.(attempt, AbortSignal.timeout(ASKED_WITHIN))) ?? []
      await write(async (tx) => {
        for (const fact of facts) await take(tx, fact, { gateway: attempt.gateway, noticeId: null })
      })
    }
    mail.wake()
    return asked.length
  }

  function isAskable(attempt: StoredAttempt): attempt is StoredAttempt & { reference: string } {
    return attempt.reference !== null && gateways.all.get(attempt.gateway)?.reconcile !== undefined
  }

  async function endFlag(id: string, end: FlagEnd, actor: string): Promise<PaymentFlagRecord> {
    const closed = await decided((tx) => decisions.endFlag(tx, id, end, actor))
    return flagToWire(read, closed, await orders.find(closed.order_id))
  }

  /** What an admin decides, in one transaction with all that follows from it. */
  async function decided<T>(decide: (tx: Tx) => Promise<T>): Promise<T> {
    const result = await write(decide)
    mail.wake()
    return result
  }

  /** Has the provider asked soon about every hand-off of an order. Throws a 409 where no provider can answer. */
  async function ask(orderId: string, person: Person): Promise<void> {
    await orders.ofPerson(orderId, person)
    if (!(await attemptsOf(read, orderId)).some(isAskable))
      throw new Refusal(409, 'There is nothing to ask: no payment of this order was begun with a provider that can answer.')
    await write((tx) => tasks.add(tx, { orderId, kind: 'ask', subject: 'now' }))
    taskQueue.wake()
  }

  /** The work of an ask: reads what the provider says about each hand-off, newest first. */
  async function askAll({ order_id: orderId }: ProviderTask, signal: AbortSignal) {
    const facts: [string, Fact[]][] = []
    for (const attempt of (await attemptsOf(read, orderId)).filter(isAskable).toReversed())
      facts.push([attempt.gateway, (await gateways.all.get(attempt.gateway)?.reconcile?.(attempt, signal)) ?? []])
    return async (tx: Tx) => {
      for (const [gateway, all] of facts) for (const fact of all) await take(tx, fact, { gateway, noticeId: null })
    }
  }
}

const WHY_NOT = { Paid: 'This order is paid already.', Cancelled: 'This order was cancelled, so there is nothing to pay.' }

function isSameAsked(known: Attempt, asked: Omit<Attempt, 'id'>): boolean {
  return (Object.keys(asked) as (keyof typeof asked)[]).every((name) => known[name] === asked[name])
}
