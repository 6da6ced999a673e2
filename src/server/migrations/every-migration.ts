// Every migration of the program, one line each. A new one stands in the `migrations` folder of the module that owns its tables.

export { ordersByMonthMigration } from '../sales/orders/migrations/0009-orders-by-month.ts'
export { customerMonthsMigration } from '../work/order-work/migrations/0010-customer-months.ts'
export { monthEndMigration } from '../work/order-work/migrations/0011-month-end.ts'
export { baselineMigration } from './0001-baseline.ts'
export { readyOrdersIndexesMigration } from './0002-ready-orders.ts'
export { growingTableIndexesMigration } from './0003-growing-table-indexes.ts'
export { spamSinceMigration } from './0004-spam-since.ts'
export { orderFileBytesIndexMigration } from './0005-order-file-bytes.ts'
export { bookedDaysMigration } from './0006-booked-days.ts'
export { carriedWorkMigration } from './0007-carried-work.ts'
export { writingVersionMigration } from './0008-writing-version.ts'
export { billingDetailsAndPaymentEmailsMigration } from './0013-billing-details-and-payment-emails.ts'
