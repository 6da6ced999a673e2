import { packageNames } from '#contract/content/kinds/pricing-package.ts'
import { workBoardGroups } from '#contract/work/board.ts'
import type { WorkSample } from './bulk-work.ts'
import { adminEmail, type Role } from './test-app.ts'

export type WorkCall = { path: (sample: WorkSample) => string; as: Role }

const forBoth = (name: string, path: WorkCall['path']): [string, WorkCall][] =>
  (['customer', 'admin'] as const).map((as) => [`${name}, as ${as}`, { path, as }])
export const createBoardCall = (query: string): WorkCall => ({ path: () => `/work?page=1&size=20&${query}`, as: 'admin' })

/** The calls that a page about the work makes. None may cost more because of past orders. */
export const workCalls: Readonly<Record<string, WorkCall>> = Object.fromEntries([
  ...workBoardGroups.map((group) => [`the board: ${group}`, createBoardCall(`group=${group}`)] as const),
  ['the board: one person', createBoardCall(`assignee=${adminEmail}`)],
  ['the board: one package', createBoardCall(`package=${packageNames[1]}&group=due this week`)],
  ['the board: one state', createBoardCall('state=planned')],
  ['the counts of the board', { path: () => '/work-counts', as: 'admin' }],
  ...forBoth('the orders with unread messages', () => '/unread-order-messages?page=1&size=3'),
  ...forBoth('what orders wait for', () => '/order-work-waiting'),
  ...forBoth('the work of an order', ({ orderId }) => `/order-work/${orderId}`),
  ...forBoth('the answers', ({ orderId }) => `/order-brief/${orderId}`),
  ...forBoth('the messages', ({ orderId }) => `/order-messages/${orderId}?page=1&size=20`),
  ...forBoth('the files', ({ orderId }) => `/order-files/${orderId}?page=1`),
  ...forBoth('a file', ({ fileId }) => `/order-file/${fileId}`),
  ...forBoth('the newest orders', () => '/orders?page=1&size=10'),
])
