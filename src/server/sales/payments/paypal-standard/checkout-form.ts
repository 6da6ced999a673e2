import type { CheckoutAttempt, CheckoutStart } from '../payment-gateway.ts'
import { buildReturnUrls, truncatePayPalTitle } from '../paypal-helpers.ts'

/** Where people pay, and where the notice of it is to go. */
type CheckoutUrls = { webUrl: string; notifyUrl: string; origin: string }

/**
 * The form that hands a customer to PayPal's checkout: its required fields (P-96), and what makes its end certain (P-97).
 * `invoice` names the attempt; PayPal takes each at most once, so that one attempt cannot be paid twice by accident.
 */
export function buildCheckoutForm({ webUrl, notifyUrl, origin }: CheckoutUrls, attempt: CheckoutAttempt): CheckoutStart {
  const { id, orderId, amount, currency, payee, title } = attempt
  const { paid, cancelled } = buildReturnUrls(origin, orderId)
  return {
    form: {
      action: webUrl,
      fields: {
        cmd: '_xclick',
        business: payee,
        item_number: '1',
        item_name: truncatePayPalTitle(title),
        amount,
        currency_code: currency,
        no_shipping: '1',
        // Each overrides an amount from the account's profile, such as a sales tax (PayPal, HTML variables). So the customer
        // pays exactly the amount above.
        tax: '0',
        tax_cart: '0',
        shipping: '0',
        handling: '0',
        invoice: id,
        custom: orderId,
        notify_url: notifyUrl,
        return: paid,
        cancel_return: cancelled,
        // By GET: a return by POST comes from another site, and the browser leaves the session's cookie out.
        rm: '1',
        cbt: 'Return to your order',
        charset: 'utf-8',
      },
    },
  }
}
