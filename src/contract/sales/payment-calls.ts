// The calls of the group `payments`, one file a line.

export * from './customer-payment.ts'
export * from './invoices.ts'
export * from './launch-checklist.ts'
export * from './manual-payment.ts'
export * from './payment-evidence.ts'
export * from './payment-review-flags.ts'
export * from './payment-webhooks.ts'
export * from './refunds.ts'
export * from './rehearsal-checkout.ts'
