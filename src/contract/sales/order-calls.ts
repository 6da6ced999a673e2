// The calls of the group `orders`, one file a line.

export * from './order-status-endpoints.ts'
export * from './orders.ts'
export * from './quotes.ts'
export * from './sales-totals.ts'
