import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Order } from '../../../contract/sales/orders.ts'
import type { Brief } from '../../../contract/work/brief.ts'
import type { OrderWork } from '../../../contract/work/order-work.ts'
import { OrderActionItems } from './order-action-items.tsx'

const brief = { sentAt: null, questions: [{ answer: '' }] } as Brief
const work = { deliverables: [{ _id: 'd1', title: 'Audit', state: 'waiting for client', waitingFor: 'A photo' }] } as OrderWork

function render(orderStatus: Order['orderStatus']): string {
  const order = { _id: 'o1', paymentStatus: 'Paid', orderStatus } as Order
  return renderToStaticMarkup(<OrderActionItems order={order} work={work} brief={brief} />)
}

test('a delivered order asks its customer for nothing, even with open questions', () => {
  expect(render('Pending')).toContain('Answer the questions')
  expect(render('Pending')).toContain('We need: A photo')
  expect(render('Delivered')).toBe('<p class="account-notice">Complete. We don’t need anything from you right now.</p>')
})
