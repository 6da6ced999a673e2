import { expect, test } from 'vitest'
import type { PaymentFlagRecord } from '../../../contract/sales/payment-evidence.ts'
import { needsInWords, needsOf } from './needs-me.ts'

const oldest = { kind: 'review', order: { _id: 'o1', number: 1046 } } as PaymentFlagRecord

test('one flagged payment leads to its order, several to the tray', () => {
  expect(needsOf({ flags: { total: 1, oldest } })).toMatchObject([
    { title: '1 payment to check', detail: 'Order 1046: not as asked for', act: 'Look at it', to: '/admin/payment-status/o1' },
  ])
  expect(needsOf({ flags: { total: 3, oldest } })).toMatchObject([
    { title: '3 payments to check', detail: 'The oldest: Order 1046: not as asked for', to: '/payments-to-check' },
  ])
  const orphan = { ...oldest, kind: 'orphan', order: null } as PaymentFlagRecord
  expect(needsOf({ flags: { total: 1, oldest: orphan } })).toMatchObject([{ detail: 'Order unknown', to: '/payments-to-check' }])
})

test('each kind of thing is there while there is one of it, the payments first', () => {
  expect(
    needsOf({ flags: { total: 1, oldest }, unreadMessages: 2, toDeliver: 1, undeliveredMail: 3 }).map(({ title }) => title),
  ).toEqual(['1 payment to check', '3 mails not delivered', '2 unread messages', '1 paid order to deliver'])
  expect(needsOf({ flags: { total: 0, oldest: undefined }, unreadMessages: 0, toDeliver: 0, undeliveredMail: 0 })).toEqual([])
  expect(needsOf({})).toEqual([])
})

test('a reached limit names what was refused, and links to what was accepted', () => {
  const reached = { of: 'messages', page: '/all-messages', period: 'hour', most: 1_200, reachedAt: 0 } as const
  expect(needsOf({ reachedLimits: [reached] })).toMatchObject([
    {
      title: 'Too many messages in one hour',
      detail: expect.stringContaining('The first 1,200 were taken.'),
      to: '/all-messages',
    },
  ])
})

test('what was typed and not saved leads to the newest of it', () => {
  const unsaved = { count: 2, titles: ['Banner', 'FAQ item'], to: '/banner/b1' }
  expect(needsOf({ unsaved })).toMatchObject([
    { title: '2 forms with changes not saved', detail: 'Banner and FAQ item', act: 'Go on', to: '/banner/b1' },
  ])
})

test('how much waits is a sentence', () => {
  expect([0, 1, 3].map(needsInWords)).toEqual([
    'Nothing needs you today.',
    'One thing needs you today.',
    'Three things need you today.',
  ])
})
