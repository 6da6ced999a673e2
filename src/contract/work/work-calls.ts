// The calls of the group `work`, one file a line.

export * from './access.ts'
export * from './board.ts'
export * from './brief.ts'
export * from './conversation.ts'
export * from './customer-action-items.ts'
export * from './customer-month.ts'
export * from './deliverables.ts'
export * from './order-files.ts'
export * from './order-work.ts'
export * from './renewals.ts'
export * from './stop-reminders.ts'
