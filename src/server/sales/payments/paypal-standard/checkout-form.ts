import type { CheckoutStart, GatewayCheckoutInput } from '../payment-gateway.ts'
import { buildReturnUrls, truncatePayPalItemName } from '../paypal-fields.ts'

/** `webUrl`: PayPal's checkout. `notifyUrl`: receives the notice. */
type CheckoutUrls = { webUrl: string; notifyUrl: string; origin: string }

/**
 * Builds the form that leads a customer to PayPal's checkout (P-96, P-97). `invoice` is the attempt's id. PayPal accepts each
 * invoice id once, which prevents a second payment.
 */
export function buildCheckoutForm({ webUrl, notifyUrl, origin }: CheckoutUrls, attempt: GatewayCheckoutInput): CheckoutStart {
  const { id, orderId, amount, currency, payee, title } = attempt
  const { paid, cancelled } = buildReturnUrls(origin, orderId)
  return {
    form: {
      action: webUrl,
      fields: {
        cmd: '_xclick',
        business: payee,
        item_number: '1',
        item_name: truncatePayPalItemName(title),
        amount,
        currency_code: currency,
        no_shipping: '1',
        // Override amounts from the account's profile, such as a sales tax (PayPal, HTML variables).
        tax: '0',
        tax_cart: '0',
        shipping: '0',
        handling: '0',
        invoice: id,
        custom: orderId,
        notify_url: notifyUrl,
        return: paid,
        cancel_return: cancelled,
        // PayPal returns by GET, because browsers send no session cookie with a POST from another site.
        rm: '1',
        cbt: 'Return to your order',
        charset: 'utf-8',
      },
    },
  }
}
