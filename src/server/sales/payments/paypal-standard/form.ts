import type { Begun, HandOff } from '../gateway.ts'

/** The longest name of a thing sold, in characters (PayPal, HTML variables for Payments Standard). */
const LONGEST_NAME = 127

/** Where people pay, and where the notice of it is to go. */
type Places = { webUrl: string; notifyUrl: string; origin: string }

/**
 * The form that hands a customer to PayPal's checkout: the fields of spec section 7, and what makes its end certain.
 * `invoice` names the attempt; PayPal takes each at most once, so that one attempt cannot be paid twice by accident.
 */
export function checkoutForm({ webUrl, notifyUrl, origin }: Places, handOff: HandOff): Begun {
  const { id, orderId, amount, currency, payee, title } = handOff
  return {
    form: {
      action: webUrl,
      fields: {
        cmd: '_xclick',
        business: payee,
        item_number: '1',
        item_name: [...title].slice(0, LONGEST_NAME).join(''),
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
        return: `${origin}/received-payment/${orderId}`,
        cancel_return: `${origin}/order-cancelled/${orderId}`,
        // By GET: a return by POST comes from another site, and the browser leaves the session's cookie out.
        rm: '1',
        cbt: 'Return to your order',
        charset: 'utf-8',
      },
    },
  }
}
