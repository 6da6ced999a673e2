import { type BigTable, COMMON, OFTEN_SAVED, OWNER, RARE } from './many-rows.ts'

/** A call by the number of records that there are. `isBounded`: what it costs has a bound, which 1,000 do not reach. */
export type Asked = { path: (rows: number) => string; isBounded?: true }

const inbox = (page: number) => `/messages?messageStatus=Read&page=${Math.max(1, Math.floor(page))}&size=20`
const search = (words: string) =>
  ({ path: () => `/messages?messageStatus=Read&page=1&size=20&search=${words}`, isBounded: true }) as const
const found = (query: string) => ({ path: () => `/audit-entries?${query}`, isBounded: true }) as const

/** Every list and search, by the table that grows; a customer’s own are those of `OWNER`. */
export const listCalls: Record<BigTable, Record<string, Asked>> = {
  message: {
    'first page': { path: () => inbox(1) },
    'page in the middle': { path: (rows) => inbox((rows * 0.6) / 40) },
    'last page': { path: (rows) => inbox((rows * 0.6) / 20) },
    'how many lie where': { path: () => '/message-totals' },
    'search, a word in all': search(COMMON),
    'search, a rare word': search(RARE),
    'search, nothing found': search('nowhere'),
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
    'paid ones, first page': { path: () => '/orders?page=1&size=10&paymentStatus=Paid' },
    'paid ones, page in the middle': { path: (rows) => `/orders?page=${Math.floor(rows / 60)}&size=10&paymentStatus=Paid` },
    'one by its number': { path: (rows) => `/orders?page=1&size=10&search=${1000 + Math.floor(rows / 2)}` },
    'one customer’s, by the beginning of the address': {
      path: () => '/orders?page=1&size=10&search=customer7%40',
      isBounded: true,
    },
    'many customers’, by the beginning of the address': { path: () => '/orders?page=1&size=10&search=customer1' },
    'many customers’, paid ones': { path: () => '/orders?page=1&size=10&search=customer1&paymentStatus=Paid' },
    'search, nothing found': { path: () => '/orders?page=1&size=10&search=nowhere' },
    'a month long ago': { path: () => '/orders?page=1&size=10&month=2025-01' },
    'all sales': { path: () => '/sales-totals' },
    'customer: the newest 5': { path: () => '/orders?page=1&size=5&own=1' },
    'customer: 5 from the middle': { path: (rows) => `/orders?page=${Math.floor(rows / 20)}&size=5&own=1` },
    'customer: what was spent': { path: () => '/order-totals' },
  },
  audit_log: {
    'newest page': { path: () => '/audit-entries' },
    'further back': {
      path: (rows) => `/audit-entries?before=${1735689600000 + Math.floor((rows / 2) * (63_072_000_000 / rows))}.${OFTEN_SAVED}`,
    },
    'of one person': { path: () => `/audit-entries?actor=${OWNER}` },
    'search, a rare word': found(`search=${RARE}`),
    'search, nothing found': found('search=nowhere'),
    'an act of one person': found(`actor=${OWNER}&action=user.removed`),
  },
  content_revision: {
    'newest versions': { path: () => `/history/faq-item/${OFTEN_SAVED}` },
    'versions from the middle': { path: (rows) => `/history/faq-item/${OFTEN_SAVED}?before=${rows / 4}` },
  },
  daily_count: { 'visits of 30 days': { path: () => '/visits', isBounded: true } },
}

export const exportCalls: Partial<Record<BigTable, string>> = { subscriber: '/subscribers.csv', orders: '/orders.csv' }
