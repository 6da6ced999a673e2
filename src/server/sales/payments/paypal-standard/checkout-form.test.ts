import { expect, it } from 'vitest'
import { buildCheckoutForm } from './paypal-standard.ts'

const urls = {
  webUrl: 'https://www.example.com/cgi-bin/webscr',
  notifyUrl: 'https://shop.example/api/payments/paypal-standard/notify',
  origin: 'https://shop.example',
}
const attempt = {
  id: 'attempt',
  gateway: 'paypal-standard',
  orderId: 'order',
  amount: '999',
  cents: 99_900,
  currency: 'USD',
  payee: 'pay@example.com',
  live: true,
  title: 'Standard, order 1043',
  reference: null,
}

it('contains the required fields and the ids of attempt and order (P-96, P-97)', () => {
  expect(buildCheckoutForm(urls, attempt)).toEqual({
    form: {
      action: 'https://www.example.com/cgi-bin/webscr',
      fields: {
        business: 'pay@example.com',
        item_number: '1',
        amount: '999',
        no_shipping: '1',
        tax: '0',
        tax_cart: '0',
        shipping: '0',
        handling: '0',
        currency_code: 'USD',
        cmd: '_xclick',
        notify_url: 'https://shop.example/api/payments/paypal-standard/notify',
        cancel_return: 'https://shop.example/order-cancelled/order',
        return: 'https://shop.example/received-payment/order',
        item_name: 'Standard, order 1043',
        invoice: 'attempt',
        custom: 'order',
        charset: 'utf-8',
        rm: '1',
        cbt: 'Return to your order',
      },
    },
  })
})

it('cuts a long title without breaking a character', () => {
  const start = buildCheckoutForm(urls, { ...attempt, title: '\u{1f3e1}'.repeat(200) })
  expect('form' in start && start.form.fields.item_name).toBe('\u{1f3e1}'.repeat(127))
})
