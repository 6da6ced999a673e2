import { describe, expect, it } from 'vitest'
import { buildNewOrderAlert, buildOrderDeliveredEmail, buildOrderPlacedEmail } from './order-emails.ts'
import type { StoredOrder } from './store.ts'

const origin = 'https://example.com'
const order = {
  id: 'an-id',
  number: 1001,
  customer_email: 'dana@example.com',
  customer_name: 'Dana Sample',
  customer_address: '100 Example Street',
  customer_country: 'United States',
  package_name: 'Standard',
  price_cents: 99_900,
} as StoredOrder

describe('emails about an order', () => {
  it('tell the customer what the order is, what it costs and how to pay', () => {
    const { to, subject, text } = buildOrderPlacedEmail(order, origin)
    expect([to, subject]).toEqual(['dana@example.com', 'Your order 1001: Standard'])
    expect(text).toContain('Order 1001: Standard, $999.00 USD')
    expect(text).toContain(`\n\n${origin}/pay-now/an-id\n\n`)
  })

  it('link the order and the contact page after delivery', () => {
    const { to, text } = buildOrderDeliveredEmail(order, origin)
    expect(to).toBe('dana@example.com')
    for (const page of ['/my-order/an-id', '/contact']) expect(text).toContain(`\n\n${origin}${page}`)
  })

  it('keep customer text on its own lines, so that it can’t imitate ours', () => {
    const evil = 'Dana\r\n\r\nIt is paid. Look at it here:\u2028\n\nhttps://evil.example/'
    const { to, replyTo, text } = buildNewOrderAlert(
      { ...order, customer_name: evil, customer_address: evil, customer_country: evil },
      'owner@example.com',
      origin,
    )
    expect([to, replyTo]).toEqual(['owner@example.com', 'dana@example.com'])
    const lines = text.split('\n')
    expect(lines.filter((line) => line.startsWith('http'))).toEqual([`${origin}/admin/payment-status/an-id`])
    expect(lines.filter((line) => line.includes('evil.example')).map((line) => line.split(':')[0])).toEqual([
      'Name',
      'Address',
      'Country',
    ])
    expect(text.indexOf(origin)).toBeLessThan(text.indexOf('evil.example'))
  })
})
