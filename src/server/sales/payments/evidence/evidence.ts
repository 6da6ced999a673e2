import type { Page, Paging } from '../../../../contract/grammar/paging.ts'
import type { PaymentEvidence, PaymentFlagRecord } from '../../../../contract/sales/payment-evidence.ts'
import type { StoryStep } from '../../../../contract/sales/payments.ts'
import type { StoredOrder } from '../../orders/orders.ts'
import { flagToWire } from '../flags/flags.ts'
import { flagsOf, listFlags } from '../flags/store.ts'
import { noticesOf } from '../notices/store.ts'
import type { PaymentParts, Person } from '../parts.ts'
import { serializeCreditNote } from '../payment-state.ts'
import { isAskable } from '../provider-work.ts'
import { refundsOnPage } from '../refunds/refunds.ts'
import { attemptsOf, factsOf, intentsOf } from '../store.ts'
import type { Kept } from './history.ts'
import { evidenceOf, storyOf } from './wire.ts'

/** Returns what happened to an order, as its customer reads it. */
export async function orderStoryOf(parts: PaymentParts, orderId: string, person: Person): Promise<StoryStep[]> {
  return storyOf(await loadHistory(parts, await parts.orders.ofPerson(orderId, person)))
}

/** Returns all that is known of the payments of an order. */
export async function paymentEvidenceOf(parts: PaymentParts, orderId: string, person: Person): Promise<PaymentEvidence> {
  const { read, orders, invoices, gateways } = parts
  const order = await orders.ofPerson(orderId, person)
  const [history, flags, invoice, creditNotes, refunds] = await Promise.all([
    loadHistory(parts, order),
    flagsOf(read, orderId),
    invoices.ofOrder(orderId),
    invoices.creditNotes(orderId),
    refundsOnPage(parts, orderId),
  ])
  return {
    ...evidenceOf(history),
    flags: await Promise.all(flags.map((flag) => flagToWire(read, flag, order))),
    isRehearsal: gateways.current.isRehearsal,
    canAsk: history.attempts.some((attempt) => isAskable(gateways, attempt)),
    invoiceNumber: invoice?.number ?? null,
    creditNotes: creditNotes.map(serializeCreditNote),
    ...refunds,
  }
}

export async function listPaymentFlags(
  { read, orders }: PaymentParts,
  isOpen: boolean,
  page: Paging,
): Promise<Page<PaymentFlagRecord>> {
  const { records, total } = await listFlags(read, isOpen, page)
  const serialized = records.map(async (flag) => flagToWire(read, flag, await orders.find(flag.order_id)))
  return { records: await Promise.all(serialized), total }
}

async function loadHistory({ read, orders }: PaymentParts, order: StoredOrder): Promise<Kept> {
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
