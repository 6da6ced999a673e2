import { describe, expect, it } from 'vitest'
import { buildNewOrderEmail, buildOrderDeliveredEmail, buildOrderPlacedEmail, SAMPLE_ORDER } from './order-emails.ts'

const order = { ...SAMPLE_ORDER, id: 'an-id' }

describe('emails about an order', () => {
  it('tell the customer what the order is, what it costs and how to pay', () => {
    const email = buildOrderPlacedEmail('dana@example.com', order)
    expect(email).toMatchObject({
      to: 'dana@example.com',
      subject: 'Your order 1001: Standard',
      action: { label: 'Pay $999.00', path: '/pay-now/an-id' },
    })
    expect(email.intro).toContainEqual({
      facts: [
        ['Order', '1001'],
        ['Package', 'Standard'],
        ['Price', '$999.00'],
      ],
    })
  })

  it('link the order and the contact page after delivery', () => {
    const email = JSON.stringify(buildOrderDeliveredEmail('dana@example.com', { order, work: undefined }))
    for (const path of ['/my-order/an-id', '/contact']) expect(email).toContain(`"path":"${path}"`)
  })

  it('call an order complete only if every part was delivered, and name what continues or was refunded (P-323)', () => {
    const work = { delivered: ['The audit'], continuing: [], missed: [], refunded: [], refunding: [] }
    const compose = (changes: object) => {
      const { heading, intro } = buildOrderDeliveredEmail('dana@example.com', { order, work: { ...work, ...changes } })
      return JSON.stringify([heading, intro])
    }
    expect(compose({})).toMatch(/complete.*finished/)
    const refunded = [{ title: 'Schema', cents: 14_271 }]
    for (const changes of [{ continuing: ['Citations'] }, { missed: ['A call'] }, { refunded }, { refunding: refunded }])
      expect(compose(changes)).not.toMatch(/complete|finished/)
    expect(compose({ continuing: ['Citations'], refunded })).toMatch(
      /Delivered:.*audit.*Continues.*Citations.*Refunded:.*\$142\.71/,
    )
    expect(compose({ refunding: refunded })).toMatch(/Refund on its way:.*\$142\.71/)
    expect(compose({ refunding: refunded })).not.toContain('Refunded:')
    expect(JSON.stringify(buildOrderDeliveredEmail('dana@example.com', { order, work: undefined }))).not.toMatch(
      /complete|finished/,
    )
  })

  it('keep customer text on one line below our own, so that it can’t imitate ours', () => {
    const evil = 'Dana\r\n\r\nIt is paid. Look at it here:\u2028\n\nhttps://evil.example/'
    const hostileOrder = { ...order, customer_name: evil, customer_address: evil, customer_country: evil }
    const { replyTo, action, intro, details } = buildNewOrderEmail('owner@example.com', hostileOrder)
    expect([replyTo, action?.path]).toEqual([order.customer_email, '/admin/payment-status/an-id'])
    expect(JSON.stringify(intro)).not.toContain('evil')
    const facts = (details ?? []).flatMap((block) => (typeof block === 'object' && 'facts' in block ? block.facts : []))
    const hostileFacts = facts.filter(([, value]) => String(value).includes('evil'))
    expect(hostileFacts.map(([label]) => label)).toEqual(['Name', 'Address', 'Country'])
    for (const [, value] of hostileFacts) expect(value).not.toMatch(/[\r\n\u2028]/)
  })
})
