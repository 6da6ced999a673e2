import { UserError } from '../../../contract/core/user-error.ts'
import { exportAccountingCsv } from '../../../contract/sales/orders.ts'
import {
  closeReviewFlag,
  getPaymentEvidence,
  listReviewFlags,
  refreshPaymentFacts,
} from '../../../contract/sales/payment-evidence.ts'
import { receivePayPalIpn, receivePayPalWebhook, receiveRehearsalIpn } from '../../../contract/sales/payment-notices.ts'
import {
  beginPayment,
  cancelOrder,
  getOrderTimeline,
  getPaymentState,
  markOrderPaid,
  refreshPaymentState,
  undoMarkOrderPaid,
} from '../../../contract/sales/payments.ts'
import { refundOrder, withdrawRefund } from '../../../contract/sales/refunds.ts'
import { defineHandler, type EndpointHandler } from '../../platform/http/register-api.ts'
import type { Orders } from '../orders/orders.ts'
import { RETRY_AFTER_SECONDS } from './notices/notice-limits.ts'
import type { Payments } from './payments.ts'

/** Handles the calls about payments, and the cancel of an order (P-102). */
export function paymentHandlers(payments: Payments, { serialize }: Pick<Orders, 'serialize'>): EndpointHandler[] {
  return [
    defineHandler(cancelOrder, async ({ params }, { person }) => ({
      message: 'You have cancelled the payment',
      record: await serialize(await payments.cancel(params.id, person)),
    })),
    defineHandler(getPaymentState, ({ params }, { person }) => payments.getState(params.id, person)),
    defineHandler(beginPayment, async ({ params }, { person }) => {
      const start = await payments.beginPayment(params.id, person)
      return 'form' in start ? { ...start.form } : { redirect: start.redirect }
    }),
    defineHandler(refreshPaymentState, async ({ params }, { person }) => {
      await payments.refreshAsCustomer(params.id, person)
      return { message: 'We’re asking whether your payment has arrived.' }
    }),
    defineHandler(getOrderTimeline, ({ params }, { person }) => payments.loadTimeline(params.id, person)),
    defineHandler(markOrderPaid, async ({ params, body }, { person }) => ({
      message: 'The order is marked as paid',
      record: await serialize(await payments.markPaid(params.id, body, person.email)),
    })),
    defineHandler(undoMarkOrderPaid, async ({ params, body }, { person }) => ({
      message: 'The order is no longer marked as paid by hand',
      record: await serialize(await payments.undoMarkPaid(params.id, body.reason, person.email)),
    })),
    defineHandler(getPaymentEvidence, ({ params }, { person }) => payments.loadEvidence(params.id, person)),
    defineHandler(refundOrder, async ({ params, body }, { person, idempotency }) => {
      const request = await payments.refund(params.id, body, person.email, idempotency)
      return {
        message: request.state === 'expected' ? REFUND_GUIDED_MESSAGE : REFUND_SENT_MESSAGE,
        record: payments.serializeRefund(request),
      }
    }),
    defineHandler(withdrawRefund, async ({ params }, { person }) => ({
      message: 'The refund is withdrawn',
      record: payments.serializeRefund(await payments.withdrawRefund(params.id, person.email)),
    })),
    defineHandler(exportAccountingCsv, ({ query: { month } }, { person }) => payments.exportAccounting(month, person.email)),
    defineHandler(refreshPaymentFacts, async ({ params }, { person }) => {
      await payments.refreshAsAdmin(params.id, person)
      return { message: 'We’re asking the payment provider. What it says shows here in a moment.' }
    }),
    defineHandler(listReviewFlags, ({ query: { open, ...page } }) => payments.listFlags(open !== undefined, page)),
    defineHandler(closeReviewFlag, async ({ params, body }, { person }) => ({
      message: FLAG_MESSAGES[body.action],
      record: await payments.resolveFlag(params.id, body, person.email),
    })),
    ...[
      { notice: receivePayPalIpn, gateway: 'paypal-standard' },
      { notice: receivePayPalWebhook, gateway: 'paypal-orders' },
      { notice: receiveRehearsalIpn, gateway: 'rehearsal' },
    ].map(({ notice, gateway }) =>
      defineHandler(notice, async ({ bytes }, { headers, replyHeaders }) => {
        if (await payments.receiveNotice(gateway, { bytes, headers })) return
        replyHeaders.set('retry-after', String(RETRY_AFTER_SECONDS))
        throw new UserError(429, 'Too many notices wait to be verified. Please send this one again later.')
      }),
    ),
  ]
}

const REFUND_SENT_MESSAGE = 'We sent the refund to the payment provider'
const REFUND_GUIDED_MESSAGE = 'Now make the refund at PayPal: the steps are on this page'

const FLAG_MESSAGES = {
  attached: 'The payment now belongs to the order',
  accepted: 'The payment is accepted',
  refundNoted: 'The refund is noted',
  dismissed: 'The flag is closed',
}
