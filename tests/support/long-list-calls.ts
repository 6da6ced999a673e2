import { type BulkTable, COMMON_WORD, OFTEN_SAVED_ID, OWNER_EMAIL, RARE_WORD } from './bulk-rows.ts'

/** A call by the number of records. `isBounded`: the cost has a bound, which 1,000 records don't reach. */
type ListCall = { path: (rows: number) => string; isBounded?: true }

const inboxPage = (page: number) => `/messages?messageStatus=Read&page=${Math.max(1, Math.floor(page))}&size=20`
const searchMessages = (searchText: string) =>
  ({ path: () => `/messages?messageStatus=Read&page=1&size=20&search=${searchText}`, isBounded: true }) as const
const searchAuditLog = (query: string) => ({ path: () => `/audit-entries?${query}`, isBounded: true }) as const

/** Every list and search, by the table that grows. A customer’s own lists belong to `OWNER_EMAIL`. */
export const listCalls: Record<BulkTable, Record<string, ListCall>> = {
  message: {
    'first page': { path: () => inboxPage(1) },
    'page in the middle': { path: (rows) => inboxPage((rows * 0.6) / 40) },
    'last page': { path: (rows) => inboxPage((rows * 0.6) / 20) },
    'counts by folder': { path: () => '/message-totals' },
    'search, a word in every message': searchMessages(COMMON_WORD),
    'search, a rare word': searchMessages(RARE_WORD),
    'search, nothing found': searchMessages('nowhere'),
  },
  subscriber: {
    'first page': { path: () => '/subscribers?page=1&size=20' },
    'page in the middle': { path: (rows) => `/subscribers?page=${rows / 40}&size=20` },
    'last page': { path: (rows) => `/subscribers?page=${rows / 20}&size=20` },
  },
  orders: {
    'first page': { path: () => '/orders?page=1&size=10' },
    'page in the middle': { path: (rows) => `/orders?page=${Math.floor(rows / 20)}&size=10` },
    'last page': { path: (rows) => `/orders?page=${rows / 10}&size=10` },
    'paid orders, first page': { path: () => '/orders?page=1&size=10&paymentStatus=Paid' },
    'paid orders, page in the middle': { path: (rows) => `/orders?page=${Math.floor(rows / 60)}&size=10&paymentStatus=Paid` },
    'search, an order number': { path: (rows) => `/orders?page=1&size=10&search=${1000 + Math.floor(rows / 2)}` },
    'search, the start of one customer’s email': {
      path: () => '/orders?page=1&size=10&search=customer7%40',
      isBounded: true,
    },
    'search, the start of many customers’ emails': { path: () => '/orders?page=1&size=10&search=customer1' },
    'search, the start of many customers’ emails, paid orders': {
      path: () => '/orders?page=1&size=10&search=customer1&paymentStatus=Paid',
    },
    'search, nothing found': { path: () => '/orders?page=1&size=10&search=nowhere' },
    'an old month': { path: () => '/orders?page=1&size=10&month=2025-01' },
    'all sales': { path: () => '/sales-totals' },
    'customer, newest 5': { path: () => '/orders?page=1&size=5&own=1' },
    'customer, 5 from the middle': { path: (rows) => `/orders?page=${Math.floor(rows / 20)}&size=5&own=1` },
    'customer, total spent': { path: () => '/order-totals' },
  },
  audit_log: {
    'newest page': { path: () => '/audit-entries' },
    'page in the middle': {
      path: (rows) =>
        `/audit-entries?before=${1735689600000 + Math.floor((rows / 2) * (63_072_000_000 / rows))}.${OFTEN_SAVED_ID}`,
    },
    'one person': { path: () => `/audit-entries?actor=${OWNER_EMAIL}` },
    'search, a rare word': searchAuditLog(`search=${RARE_WORD}`),
    'search, nothing found': searchAuditLog('search=nowhere'),
    'one action of one person': searchAuditLog(`actor=${OWNER_EMAIL}&action=user.removed`),
  },
  content_revision: {
    'newest versions': { path: () => `/history/faq-item/${OFTEN_SAVED_ID}` },
    'versions from the middle': { path: (rows) => `/history/faq-item/${OFTEN_SAVED_ID}?before=${rows / 4}` },
  },
  daily_count: { 'visits of 30 days': { path: () => '/visits', isBounded: true } },
}

export const exportCalls: Partial<Record<BulkTable, string>> = { subscriber: '/subscribers.csv', orders: '/orders.csv' }
