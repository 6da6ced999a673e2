import { UserError } from '#contract/core/user-error.ts'
import { exportAccountingCsvEndpoint } from '#contract/sales/accounting-export.ts'
import { getOrderTimelineEndpoint } from '#contract/sales/customer-order-timeline.ts'
import {
  beginPaymentEndpoint,
  cancelOrderEndpoint,
  getPaymentStateEndpoint,
  refreshPaymentStateEndpoint,
} from '#contract/sales/customer-payment.ts'
import { markOrderPaidEndpoint, undoMarkOrderPaidEndpoint } from '#contract/sales/manual-payment.ts'
import { getPaymentEvidenceEndpoint, refreshPaymentFactsEndpoint } from '#contract/sales/payment-evidence.ts'
import { closeReviewFlagEndpoint, listReviewFlagsEndpoint, undoAcceptanceEndpoint } from '#contract/sales/payment-review-flags.ts'
import {
  receivePayPalIpnEndpoint,
  receivePayPalWebhookEndpoint,
  receiveRehearsalIpnEndpoint,
} from '#contract/sales/payment-webhooks.ts'
import { refundOrderEndpoint, withdrawRefundEndpoint } from '#contract/sales/refunds.ts'
import { defineHandler, type EndpointHandler, requireRecentLogin } from '#platform/http/register-api.ts'
import type { OrdersModule } from '../orders/orders.ts'
import { NOTICE_RETRY_AFTER_SECONDS } from './notices/store-notice-within-limits.ts'
import type { PaymentsModule } from './payments.ts'

/** Handles the calls about payments, and the cancel of an order (P-102). */
export function createPaymentHandlers(
  payments: PaymentsModule,
  { loadSerializer }: Pick<OrdersModule, 'loadSerializer'>,
): EndpointHandler[] {
  return [
    defineHandler(cancelOrderEndpoint, async ({ params }, { person }) => {
      const serialize = await loadSerializer()
      return { message: 'You have cancelled the payment', record: serialize(await payments.cancel(params.id, person)) }
    }),
    defineHandler(getPaymentStateEndpoint, ({ params }, { person }) => payments.getState(params.id, person)),
    defineHandler(beginPaymentEndpoint, async ({ params }, { person }) => {
      const start = await payments.beginPayment(params.id, person)
      return 'form' in start ? { ...start.form } : { redirect: start.redirect }
    }),
    defineHandler(refreshPaymentStateEndpoint, async ({ params }, { person }) => {
      await payments.refreshAsCustomer(params.id, person)
      return { message: 'We’re checking whether your payment has arrived.' }
    }),
    defineHandler(getOrderTimelineEndpoint, ({ params }, { person }) => payments.loadTimeline(params.id, person)),
    defineHandler(markOrderPaidEndpoint, async ({ params, body }, { person }) => {
      const serialize = await loadSerializer()
      const order = await payments.markPaid(params.id, body, person.email)
      return { message: 'The order is marked as paid', record: serialize(order) }
    }),
    defineHandler(undoMarkOrderPaidEndpoint, async ({ params, body }, { person }) => {
      const serialize = await loadSerializer()
      const order = await payments.undoMarkPaid(params.id, body.reason, person.email)
      return { message: 'The order is no longer marked as paid by hand', record: serialize(order) }
    }),
    defineHandler(getPaymentEvidenceEndpoint, ({ params }, { person }) => payments.loadEvidence(params.id, person)),
    defineHandler(refundOrderEndpoint, async ({ params, body }, { person, idempotency }) => {
      const request = await payments.refund(params.id, body, person.email, idempotency)
      return {
        message: request.state === 'expected' ? REFUND_GUIDED_MESSAGE : REFUND_SENT_MESSAGE,
        record: payments.serializeRefund(request),
      }
    }),
    defineHandler(withdrawRefundEndpoint, async ({ params }, { person }) => ({
      message: 'The refund is withdrawn',
      record: payments.serializeRefund(await payments.withdrawRefund(params.id, person.email)),
    })),
    defineHandler(exportAccountingCsvEndpoint, ({ query: { month } }, { person }) =>
      payments.exportAccounting(month, person.email),
    ),
    defineHandler(refreshPaymentFactsEndpoint, async ({ params }, { person }) => {
      await payments.refreshAsAdmin(params.id, person)
      return { message: 'We’re asking the payment provider. The answer will show here in a moment.' }
    }),
    defineHandler(listReviewFlagsEndpoint, ({ query: { open, ...page } }) => payments.listFlags(open !== undefined, page)),
    defineHandler(closeReviewFlagEndpoint, async ({ params, body }, caller) => {
      if (body.action === 'accepted' || body.action === 'attached') await requireRecentLogin(caller)
      const record = await payments.resolveFlag(params.id, body, caller.person.email)
      return { message: FLAG_MESSAGES[body.action], record }
    }),
    defineHandler(undoAcceptanceEndpoint, async ({ params }, { person }) => ({
      message: 'The payment no longer counts. Decide about it again',
      record: await payments.undoAcceptance(params.id, person.email),
    })),
    ...[
      { notice: receivePayPalIpnEndpoint, gateway: 'paypal-standard' },
      { notice: receivePayPalWebhookEndpoint, gateway: 'paypal-orders' },
      { notice: receiveRehearsalIpnEndpoint, gateway: 'rehearsal' },
    ].map(({ notice, gateway }) =>
      defineHandler(notice, async ({ bytes }, { headers, replyHeaders }) => {
        if (await payments.receiveNotice(gateway, { bytes, headers })) return
        replyHeaders.set('retry-after', String(NOTICE_RETRY_AFTER_SECONDS))
        throw new UserError(429, 'Too many notices are waiting. Please send this one again later.')
      }),
    ),
  ]
}

const REFUND_SENT_MESSAGE = 'We sent the refund to the payment provider'
const REFUND_GUIDED_MESSAGE = 'Now make the refund at PayPal. The steps are on this page'

const FLAG_MESSAGES = {
  attached: 'The payment now belongs to the order',
  accepted: 'The payment is accepted',
  refundNoted: 'Refund noted',
  dismissed: 'The flag is closed',
}
