import { getOrderTimelineEndpoint } from '#contract/sales/customer-order-timeline.ts'
import { getPaymentEvidenceEndpoint } from '#contract/sales/payment-evidence.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import type { StoredOrder } from '../../orders/orders.ts'
import { listPaymentAttempts } from '../attempts/store.ts'
import { serializeCreditNote } from '../customer-payment-state.ts'
import { listPaymentDecisions } from '../decisions/store.ts'
import { listPaymentFacts } from '../ledger/store.ts'
import { listPaymentNoticesOfOrder } from '../notices/store.ts'
import type { PaymentDependencies } from '../payment-dependencies.ts'
import { isQueryableAttempt } from '../provider-tasks/order-query-tasks.ts'
import { loadRefundsAndRefundables } from '../refunds/refunds.ts'
import { serializeReviewFlag } from '../review-flags/serialize-review-flag.ts'
import { listReviewFlagsOfOrder } from '../review-flags/store.ts'
import { serializeCustomerTimeline, serializeEvidence } from './serialize-evidence.ts'
import type { StoredPaymentEvidence } from './timeline.ts'

export function createEvidenceHandlers(dependencies: PaymentDependencies) {
  const { read, orders, invoices, gateways } = dependencies
  return [
    defineHandler(getOrderTimelineEndpoint, async ({ params }, { person }) =>
      serializeCustomerTimeline(await loadHistory(dependencies, await orders.findForPerson(params.id, person))),
    ),

    // Returns everything that the site knows about the payments of an order, for admins.
    defineHandler(getPaymentEvidenceEndpoint, async ({ params: { id: orderId } }, { person }) => {
      const order = await orders.findForPerson(orderId, person)
      const [history, flags, invoice, creditNotes, refunds] = await Promise.all([
        loadHistory(dependencies, order),
        listReviewFlagsOfOrder(read, orderId),
        invoices.findByOrder(orderId),
        invoices.listCreditNotes(orderId),
        loadRefundsAndRefundables(dependencies, orderId),
      ])
      return {
        ...serializeEvidence(history),
        flags: await Promise.all(flags.map((flag) => serializeReviewFlag(read, flag, order))),
        isRehearsal: gateways.current.isRehearsal,
        canAsk: history.attempts.some((attempt) => isQueryableAttempt(gateways, attempt)),
        invoiceNumber: invoice?.number ?? null,
        creditNotes: creditNotes.map(serializeCreditNote),
        ...refunds,
      }
    }),
  ]
}

async function loadHistory({ read, orders }: PaymentDependencies, order: StoredOrder): Promise<StoredPaymentEvidence> {
  const { id } = order
  const [events, attempts, decisions, notices, facts] = await Promise.all([
    orders.listEvents(id),
    listPaymentAttempts(read, id),
    listPaymentDecisions(read, id),
    listPaymentNoticesOfOrder(read, id),
    listPaymentFacts(read, id),
  ])
  return { order, events, attempts, decisions, notices, facts }
}
