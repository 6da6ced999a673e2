import type { Page, Paging } from '../../../../contract/grammar/paging.ts'
import type { PaymentEvidence, PaymentFlagRecord } from '../../../../contract/sales/payment-evidence.ts'
import type { StoryStep } from '../../../../contract/sales/payments.ts'
import type { Reader } from '../../../platform/db/tables.ts'
import type { Invoices } from '../../invoices/invoices.ts'
import type { Orders, StoredOrder } from '../../orders/orders.ts'
import { flagToWire } from '../flags/flags.ts'
import { flagsOf, listFlags } from '../flags/store.ts'
import { noticesOf } from '../notices/store.ts'
import { serializeCreditNote } from '../payment-standing.ts'
import { attemptsOf, factsOf, intentsOf, type StoredAttempt } from '../store.ts'
import type { Kept } from './history.ts'
import { evidenceOf, storyOf } from './wire.ts'

type Parts = {
  read: Reader
  orders: Pick<Orders, 'ofPerson' | 'find' | 'eventsOf'>
  invoices: Pick<Invoices, 'ofOrder' | 'creditNotes'>
  refunds: { ofOrder: (orderId: string) => Promise<Pick<PaymentEvidence, 'refunds' | 'refundable'>> }
  isRehearsal: boolean
  /** Whether its provider can say how an attempt stands. */
  isAskable: (attempt: StoredAttempt) => boolean
}

type Person = { email: string; isAdmin: boolean }

/** What is known of the payments of orders, and what somebody has to look at. */
export function createEvidence({ read, orders, invoices, refunds, isRehearsal, isAskable }: Parts) {
  return { story, evidence, flags }

  /** As the customer is told of it. */
  async function story(orderId: string, person: Person): Promise<StoryStep[]> {
    return storyOf(await kept(await orders.ofPerson(orderId, person)))
  }

  async function evidence(orderId: string, person: Person): Promise<PaymentEvidence> {
    const order = await orders.ofPerson(orderId, person)
    const [all, raised, invoice, creditNotes, refunded] = await Promise.all([
      kept(order),
      flagsOf(read, orderId),
      invoices.ofOrder(orderId),
      invoices.creditNotes(orderId),
      refunds.ofOrder(orderId),
    ])
    return {
      ...evidenceOf(all),
      flags: await Promise.all(raised.map((flag) => flagToWire(read, flag, order))),
      isRehearsal,
      canAsk: all.attempts.some(isAskable),
      invoiceNumber: invoice?.number ?? null,
      creditNotes: creditNotes.map(serializeCreditNote),
      ...refunded,
    }
  }

  async function kept(order: StoredOrder): Promise<Kept> {
    const { id } = order
    const [events, attempts, intents, notices, facts] = await Promise.all([
      orders.eventsOf(id),
      attemptsOf(read, id),
      intentsOf(read, id),
      noticesOf(read, id),
      factsOf(read, id),
    ])
    return { order, events, attempts, intents, notices, facts }
  }

  async function flags(isOpen: boolean, page: Paging): Promise<Page<PaymentFlagRecord>> {
    const { records, total } = await listFlags(read, isOpen, page)
    const toWire = async (flag: (typeof records)[number]) => flagToWire(read, flag, await orders.find(flag.order_id))
    return { records: await Promise.all(records.map(toWire)), total }
  }
}
