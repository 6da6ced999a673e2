import type { Begun, HandOff } from '../gateway.ts'
import { payPalTitle, returnUrls } from '../paypal.ts'

/** Where people pay, and where the notice of it is to go. */
type Places = { webUrl: string; notifyUrl: string; origin: string }

/**
 * The form that hands a customer to PayPal's checkout: the fields of spec section 7, and what makes its end certain.
 * `invoice` names the attempt; PayPal takes each at most once, so that one attempt cannot be paid twice by accident.
 */
export function checkoutForm({ webUrl, notifyUrl, origin }: Places, handOff: HandOff): Begun {
  const { id, orderId, amount, currency, payee, title } = handOff
  const { paid, cancelled } = returnUrls(origin, orderId)
  return {
    form: {
      action: webUrl,
      fields: {
        cmd: '_xclick',
        business: payee,
        item_number: '1',
        item_name: payPalTitle(title),
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
