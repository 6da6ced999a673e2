import { Refusal } from '../../../contract/grammar/refusal.ts'
import { exportAccounting } from '../../../contract/sales/orders.ts'
import { askGateway, closePaymentFlag, listPaymentFlags, paymentEvidence } from '../../../contract/sales/payment-evidence.ts'
import { payPalNotice, payPalWebhook, rehearsalNotice } from '../../../contract/sales/payment-notices.ts'
import {
  beginPayment,
  cancelOrder,
  confirmPayment,
  markPaid,
  orderStory,
  paymentOf,
  takeBackPaid,
} from '../../../contract/sales/payments.ts'
import { refundOrder, withdrawRefund } from '../../../contract/sales/refunds.ts'
import { type Handled, handled } from '../../platform/http/http.ts'
import type { Orders } from '../orders/orders.ts'
import { ROOM_AGAIN } from './notices/room.ts'
import type { Payments } from './payments.ts'

/** The call of spec section 7 that cancels an order, and ours about what is paid. */
export function paymentHandlers(payments: Payments, { serialize }: Pick<Orders, 'serialize'>): Handled[] {
  return [
    handled(cancelOrder, async ({ params }, { person }) => ({
      message: 'You have cancelled the payment',
      record: await serialize(await payments.cancel(params.id, person)),
    })),
    handled(paymentOf, ({ params }, { person }) => payments.standing(params.id, person)),
    handled(beginPayment, async ({ params }, { person }) => {
      const begun = await payments.begin(params.id, person)
      return 'form' in begun ? { ...begun.form } : { redirect: begun.redirect }
    }),
    handled(confirmPayment, async ({ params }, { person }) => {
      await payments.confirm(params.id, person)
      return { message: 'We’re asking whether your payment has arrived.' }
    }),
    handled(orderStory, ({ params }, { person }) => payments.story(params.id, person)),
    handled(markPaid, async ({ params, body }, { person }) => ({
      message: 'The order is marked as paid',
      record: await serialize(await payments.markPaid(params.id, body, person.email)),
    })),
    handled(takeBackPaid, async ({ params, body }, { person }) => ({
      message: 'The order is no longer marked as paid by hand',
      record: await serialize(await payments.takeBackPaid(params.id, body.reason, person.email)),
    })),
    handled(paymentEvidence, ({ params }, { person }) => payments.evidence(params.id, person)),
    handled(refundOrder, async ({ params, body }, { person, once }) => {
      const request = await payments.refund(params.id, body, person.email, once)
      return { message: request.state === 'expected' ? GUIDED : REFUND, record: payments.serializeRefund(request) }
    }),
    handled(withdrawRefund, async ({ params }, { person }) => ({
      message: 'The refund is withdrawn',
      record: payments.serializeRefund(await payments.withdrawRefund(params.id, person.email)),
    })),
    handled(exportAccounting, ({ query: { month } }, { person }) => payments.exportAccounting(month, person.email)),
    handled(askGateway, async ({ params }, { person }) => {
      await payments.ask(params.id, person)
      return { message: 'We’re asking the payment provider. What it says shows here in a moment.' }
    }),
    handled(listPaymentFlags, ({ query: { open, ...page } }) => payments.flags(open !== undefined, page)),
    handled(closePaymentFlag, async ({ params, body }, { person }) => ({
      message: DONE[body.action],
      record: await payments.endFlag(params.id, body, person.email),
    })),
    ...[
      { notice: payPalNotice, gateway: 'paypal-standard' },
      { notice: payPalWebhook, gateway: 'paypal-orders' },
      { notice: rehearsalNotice, gateway: 'rehearsal' },
    ].map(({ notice, gateway }) =>
      handled(notice, async ({ bytes }, { headers, replyHeaders }) => {
        if (await payments.receive(gateway, { bytes, headers })) return
        replyHeaders.set('retry-after', String(ROOM_AGAIN))
        throw new Refusal(429, 'Too many notices wait to be verified. Please send this one again later.')
      }),
    ),
  ]
}

const REFUND = 'We sent the refund to the payment provider'
const GUIDED = 'Now make the refund at PayPal: the steps are on this page'

const DONE = {
  attached: 'The payment now belongs to the order',
  accepted: 'The payment is accepted',
  refundNoted: 'The refund is noted',
  dismissed: 'The flag is closed',
}
