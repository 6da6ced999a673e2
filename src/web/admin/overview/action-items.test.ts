import { expect, test } from 'vitest'
import type { ReviewFlag } from '#contract/sales/payment-review-flags.ts'
import { buildActionItems, formatNumberOfActionItems } from './action-items.ts'

const oldest = { kind: 'review', order: { _id: 'o1', number: 1046 } } as ReviewFlag

test('one flagged payment links its order, and several link the list of payments to check', () => {
  expect(buildActionItems({ openFlags: { total: 1, records: [oldest] } })).toMatchObject([
    {
      title: '1 payment to check',
      detail: 'Order 1046: amount doesn’t match',
      actionLabel: 'Check it',
      to: '/admin/payment-status/o1',
    },
  ])
  expect(buildActionItems({ openFlags: { total: 3, records: [oldest] } })).toMatchObject([
    { title: '3 payments to check', detail: 'The oldest: Order 1046: amount doesn’t match', to: '/payments-to-check' },
  ])
  const orphan = { ...oldest, kind: 'orphan', order: null } as ReviewFlag
  expect(buildActionItems({ openFlags: { total: 1, records: [orphan] } })).toMatchObject([
    { detail: 'Unknown order', to: '/payments-to-check' },
  ])
})

test('lists only kinds with something to do, payments first', () => {
  expect(
    buildActionItems({
      openFlags: { total: 1, records: [oldest] },
      unreadMessages: 2,
      unreadSpam: 4,
      workCounts: [{ group: 'ready to deliver', count: 1 }],
      undeliveredMail: 3,
      dueFollowUpCount: 1,
    }).map(({ title }) => title),
  ).toEqual([
    '1 payment to check',
    '3 emails not delivered',
    '2 unread messages',
    '4 unread messages in Spam',
    '1 order to mark delivered',
    '1 customer to follow up with',
  ])
  expect(
    buildActionItems({
      openFlags: { total: 0, records: [] },
      unreadMessages: 0,
      workCounts: [{ group: 'ready to deliver', count: 0 }],
      undeliveredMail: 0,
    }),
  ).toEqual([])
  expect(buildActionItems({})).toEqual([])
})

test('a reached limit says how many entries were taken, and links to them', () => {
  const reached = { of: 'messages', page: '/all-messages', period: 'hour', most: 1_200, reachedAt: 0 } as const
  expect(buildActionItems({ reachedSiteWideLimits: [reached] })).toMatchObject([
    {
      title: 'Too many messages in one hour',
      detail: expect.stringContaining('The first 1,200 were accepted.'),
      to: '/all-messages',
    },
  ])
})

test('unsaved forms link the newest one', () => {
  const unsavedForms = { count: 2, titles: ['Banner', 'FAQ item'], to: '/banner/b1' }
  expect(buildActionItems({ unsavedForms })).toMatchObject([
    { title: '2 forms with unsaved changes', detail: 'Banner and FAQ item', actionLabel: 'Continue editing', to: '/banner/b1' },
  ])
})

test('formats the number of action items as a sentence', () => {
  expect([0, 1, 3].map(formatNumberOfActionItems)).toEqual(['', 'One thing to do today.', 'Three things to do today.'])
})

test('unread messages about orders link the order with the latest one', () => {
  const latest = { _id: 'o1', number: 1046, unread: 2, lastMessageAt: 0 }
  expect(buildActionItems({ unreadOrders: { total: 1, records: [latest] } })).toMatchObject([
    { title: 'New message about order 1046', to: '/admin/payment-status/o1#conversation' },
  ])
  expect(buildActionItems({ unreadOrders: { total: 4, records: [latest] } })).toMatchObject([
    { title: 'New messages about 4 orders' },
  ])
  expect(buildActionItems({ unreadOrders: { total: 0, records: [] } })).toEqual([])
})

test('late deliverables and months to start lead to their group of the board', () => {
  const workCounts = [
    { group: 'late', count: 2 },
    { group: 'due this week', count: 3 },
    { group: 'ready to start', count: 1 },
  ] as const
  expect(buildActionItems({ workCounts: [...workCounts] })).toMatchObject([
    { title: '2 deliverables are late', to: '/work?group=late' },
    { title: '1 month to start', to: '/work?group=ready+to+start' },
  ])
})
