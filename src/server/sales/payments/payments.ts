import { randomUUID } from 'node:crypto'
import { Refusal } from '../../../contract/grammar/refusal.ts'
import type { PaymentFlagRecord } from '../../../contract/sales/payment-evidence.ts'
import { MISMATCH, type PaymentStanding } from '../../../contract/sales/payments.ts'
import { auditedExport } from '../../audit/audit.ts'
import type { Database } from '../../platform/db/db.ts'
import type { Once } from '../../platform/db/once.ts'
import type { TableName } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/write.ts'
import { createQueue, type QueueTiming } from '../../platform/queue/queue.ts'
import { type Orders, REVIEW, type StoredOrder } from '../orders/orders.ts'
import { accountingEntries, accountingTable, monthsByPaymentDate } from './accounting/accounting.ts'
import { createBeginLimit } from './begin-limit.ts'
import { createDecisions, type FlagEnd } from './decisions.ts'
import { createEvidence } from './evidence/evidence.ts'
import { flagToWire, forged, unreadable, unverified } from './flags/flags.ts'
import { closeAbout, OVER, openFlagsOf, type Raised, raiseFlag } from './flags/store.ts'
import { type Begun, HandOffEnded, HandOffRefused, type RawNotice } from './gateway.ts'
import type { Gateways } from './gateways.ts'
import type { Attempt, Fact } from './ledger/fact.ts'
import { recordFact, type Source, settle } from './ledger/record.ts'
import { DENIED, isAskedAgain } from './notices/denied.ts'
import { type Read, readNotice } from './notices/read-notice.ts'
import { keepNotice, MOST_FORGED } from './notices/room.ts'
import { areWaiting, closeNotice, giveNoticeTo, inbox, noteReason, removeForged, type StoredNotice } from './notices/store.ts'
import { TIMING } from './notices/timing.ts'
import { standingOfPayment } from './payment-standing.ts'
import { ASK_TIMING, type AskTiming, createProviderTasks } from './provider-tasks/provider-tasks.ts'
import { createProviderWork, NOW } from './provider-work.ts'
import { confirmRefund, createRefunds, type RefundRequest, SameRefund, type WantedRefund } from './refunds/refunds.ts'
import {
  attemptsOf,
  closeAttempt,
  factsOf,
  findAttempt,
  hasSettled,
  insertAttempt,
  insertIntent,
  type StoredAttempt,
  setReference,
} from './store.ts'
import { type Telling, tellOfPayment, tellOwner } from './tell.ts'

export { recountPayments } from './accounting/accounting.ts'
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
    settled: () => {
      mail.wake()
      taskQueue.wake()
    },
    failed: (notice, error) => {
      problem(error, `notice ${notice.id} cannot be verified and waits for another attempt`)
      return (tx) => wait(tx, notice, error instanceof Error ? error.message : String(error))
    },
    isRepeatable: true,
  })
  const { isAskable, takeReport, noteRefusal, work } = createProviderWork({
    ...parts,
    read,
    write,
    gateways: gateways.all,
    take,
    addTask: (tx, task) => tasks.add(tx, task),
  })
  const tasks = createProviderTasks({
    read,
    timing,
    ask: askTiming,
    problem,
    work: { ...work, refund: (task, signal) => refunds.perform(task, signal) },
  })
  const taskQueue = createQueue({ database, ...tasks.queueParts, settled: mail.wake })
  const refunds = createRefunds({ read, mail, orders, gateways, addTask: tasks.add, take, origin: parts.origin })
  const evidence = createEvidence({ read, orders, invoices, refunds, isRehearsal: gateway.isRehearsal, isAskable })
  const withinLimit = createBeginLimit()
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
    confirm,
    ...evidence,
    markPaid: (...mark: After<typeof decisions.markPaid>) => decided((tx) => decisions.markPaid(tx, ...mark)),
    takeBackPaid: (...taken: After<typeof decisions.takeBackPaid>) => decided((tx) => decisions.takeBackPaid(tx, ...taken)),
    endFlag,
    refund,
    serializeRefund: refunds.serialize,
    withdrawRefund: (id: string, actor: string) => write((tx) => refunds.withdraw(tx, id, actor)),
    exportedAccounting,
    monthsByPaymentDate: async (months: readonly string[]) =>
      monthsByPaymentDate(read, { months, timeZone: await orders.timeZone(), isLive: gateway.isLive }),
    openFlagsOf: (orderIds: readonly string[]) => openFlagsOf(read, orderIds),
    gateway,
    /** Whether a payment to that account has arrived by today's gateway. */
    wasPaid: (to: string) => hasSettled(read, { gateway: gateway.id, payee: to, live: gateway.isLive }),
  }

  /** The accounting file of a month, or of all time, for `actor` to take away. */
  async function exportedAccounting(month: string | undefined, actor: string): Promise<AsyncGenerator<string>> {
    const timeZone = await orders.timeZone()
    const exported = { actor, action: 'accounting.exported', subject: 'payments' } as const
    return accountingTable(await auditedExport(write, exported, accountingEntries(read, month, timeZone)), timeZone)
  }

  /** Whom a payment would go to now; a made-up address is good enough where no money moves. */
  async function payee(db: Database['read'] | Tx): Promise<string | undefined> {
    const named = await payeeIn(db)
    return named && (!named.isSample || gateway.isRehearsal) ? named.email : undefined
  }

  /** Hands an order that is to be paid over to the provider. Throws a 409 where it is not to be paid, or cannot be yet. */
  async function begin(orderId: string, person: Person): Promise<Begun> {
    await orders.ofPerson(orderId, person)
    // A form needs nothing of the provider.
    return gateway.begins === 'form' ? handOver(orderId) : withinLimit(person.email, () => handOverToProvider(orderId))
  }

  async function handOverToProvider(orderId: string): Promise<Begun> {
    try {
      return await handOver(orderId)
    } catch (error) {
      // Closed by now, so the next hand-off is another one.
      if (error instanceof HandOffEnded) return handOver(orderId)
      throw error
    }
  }

  async function handOver(orderId: string): Promise<Begun> {
    const { attempt, order } = await write((tx) => attemptFor(tx, orderId))
    const { package_name, package_price, number } = order
    try {
      const begun = await gateway.begin({ ...attempt, amount: package_price, title: `${package_name}, order ${number}` })
      if ('redirect' in begun) await write((tx) => noteHandOff(tx, attempt, begun))
      return begun
    } catch (error) {
      if (error instanceof HandOffEnded) await write((tx) => closeAndAsk(tx, attempt))
      if (!(error instanceof HandOffRefused)) throw error
      await write((tx) => noteRefusal(tx, attempt, error.message))
      throw new Refusal(409, gateway.explain?.(error.message).customer ?? UNAVAILABLE)
    }
  }

  /** The open hand-off of an order with today's terms, or a new one. */
  async function attemptFor(tx: Tx, orderId: string): Promise<{ attempt: StoredAttempt; order: StoredOrder }> {
    const order = await orders.held(tx, orderId)
    const to = await payee(tx)
    if (order.payment_status !== 'UnPaid') throw new Refusal(409, WHY_NOT[order.payment_status])
    if (order.under_review === REVIEW.mismatch) throw new Refusal(409, MISMATCH)
    if (order.under_review === REVIEW.pending)
      throw new Refusal(409, 'A payment for this order is on its way. Please wait until it has arrived.')
    if (to === undefined) throw new Refusal(409, UNAVAILABLE)
    const asked = { gateway: gateway.id, cents: order.price_cents, currency: CURRENCY, payee: to, live: gateway.isLive }
    const failed = new Set((await factsOf(tx, orderId)).filter(({ kind }) => kind === 'failed').map(({ attemptId }) => attemptId))
    // Looked at twice is one hand-off: the provider takes each at most once.
    const last = (await attemptsOf(tx, orderId)).findLast((known) => isSameAsked(known, asked))
    const isOpen = last && last.closedAt === null && !failed.has(last.id)
    return { order, attempt: isOpen ? last : await insertAttempt(tx, { ...asked, id: randomUUID(), orderId }) }
  }

  /** Keeps the provider's names, and plans to ask for customers who don't come back. */
  async function noteHandOff(tx: Tx, { id, orderId }: StoredAttempt, begun: Extract<Begun, { redirect: string }>) {
    if (gateway.reconcile)
      for (const after of askTiming.after) await tasks.add(tx, { orderId, kind: 'ask', subject: `${id} after ${after}`, after })
    await setReference(tx, id, begun)
  }

  async function closeAndAsk(tx: Tx, { id, orderId }: StoredAttempt): Promise<void> {
    await tasks.add(tx, { orderId, kind: 'ask', subject: NOW })
    await closeAttempt(tx, id)
  }

  /** Returns the payment state of an order for its customer, from what is known here. */
  async function standing(orderId: string, person: Person): Promise<PaymentStanding> {
    const order = await orders.ofPerson(orderId, person)
    const [invoice, creditNotes, to, attempts, flags] = await Promise.all([
      invoices.ofOrder(orderId),
      invoices.creditNotes(orderId),
      payee(read),
      attemptsOf(read, orderId),
      openFlagsOf(read, [orderId]),
    ])
    const last = attempts.at(-1)
    const refusal = last?.refusal ? gateways.all.get(last.gateway)?.explain?.(last.refusal) : undefined
    const known = { order, invoice, creditNotes, gateway, flags: flags.get(orderId) ?? [], refusal }
    return standingOfPayment({ ...known, isPayable: to !== undefined })
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

  async function apply(tx: Tx, notice: StoredNotice, outcome: Read): Promise<void> {
    const { id, gateway, attempt_id } = notice
    await closeNotice(tx, id, { state: outcome.state, reason: outcome.state === 'unreadable' ? outcome.reason : null })
    if (!(await areWaiting(tx, { attempt_id }, 1))) await closeAbout(tx, unverified(attempt_id), OVER)
    const orderId = outcome.state === 'forged' ? null : await showOnOrder(tx, notice)
    if (outcome.state === 'authentic') await takeReport(tx, outcome, { gateway, noticeId: id })
    else {
      if (outcome.state === 'forged') await removeForged(tx, MOST_FORGED)
      if (outcome.state === 'forged') await flagAndTell(tx, null, forged(Date.now()))
      else await flagAndTell(tx, orderId, unreadable(id))
    }
  }

  async function wait(tx: Tx, notice: StoredNotice, reason: string): Promise<void> {
    const { id, received_at, attempt_id } = notice
    await noteReason(tx, id, reason)
    if (Date.now() - received_at > LONG) await flagAndTell(tx, await showOnOrder(tx, notice), unverified(attempt_id))
  }

  /** Shows a notice on the order that it names, though nothing of it counts; answers which that is. */
  async function showOnOrder(tx: Tx, { id, attempt_id }: StoredNotice): Promise<string | null> {
    const attempt = attempt_id === null ? undefined : await findAttempt(tx, attempt_id)
    if (attempt) await giveNoticeTo(tx, id, attempt.orderId)
    return attempt?.orderId ?? null
  }

  async function flagAndTell(tx: Tx, orderId: string | null, flag: Raised): Promise<void> {
    if (!(await raiseFlag(tx, orderId, flag))) return
    await tellOwner(tx, parts, [flag], orderId === null ? undefined : (await orders.held(tx, orderId)).number)
  }

  async function take(tx: Tx, fact: Fact, source: Source): Promise<void> {
    const result = await recordFact(tx, orders, fact, source)
    if (fact.kind === 'refunded') await confirmRefund(tx, source.gateway, fact)
    if (!result) return
    if ('orphan' in result) await tellOwner(tx, parts, [result.orphan])
    else await tellOfPayment(tx, parts, result, fact.live)
  }

  /** Refunds a payment of an order. Throws a 404, 409 or 422. */
  async function refund(orderId: string, wanted: WantedRefund, actor: string, once?: Once): Promise<RefundRequest> {
    const request = (tx: Tx) => refunds.refund(tx, orderId, wanted, actor, once !== undefined)
    const made = await write(request, once).catch((error: unknown) => {
      if (error instanceof SameRefund) return error.request
      throw error
    })
    taskQueue.wake()
    return made
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

  /** Has the provider asked soon about the hand-offs of an order. Throws a 409 where no provider can answer. */
  async function ask(orderId: string, person: Person): Promise<void> {
    await orders.ofPerson(orderId, person)
    if (!(await attemptsOf(read, orderId)).some(isAskable))
      throw new Refusal(409, 'There is nothing to ask: no payment of this order was begun with a provider that can answer.')
    await askSoon(orderId)
  }

  /** The same for a customer who is back; changes nothing where no provider can answer, or many wait already. */
  async function confirm(orderId: string, person: Person): Promise<void> {
    const { payment_status } = await orders.ofPerson(orderId, person)
    if (payment_status !== 'UnPaid' || !(await attemptsOf(read, orderId)).some(isAskable)) return
    if (!(await tasks.isFull(read))) await askSoon(orderId)
  }

  async function askSoon(orderId: string): Promise<void> {
    await write((tx) => tasks.add(tx, { orderId, kind: 'ask', subject: NOW }))
    taskQueue.wake()
  }
}

const WHY_NOT = { Paid: 'This order is paid already.', Cancelled: 'This order was cancelled, so there is nothing to pay.' }

function isSameAsked(known: Attempt, asked: Omit<Attempt, 'id'>): boolean {
  return (Object.keys(asked) as (keyof typeof asked)[]).every((name) => known[name] === asked[name])
}
