// The calls of the group `user`, one file a line.

export * from './admin-users.ts'
export * from './user-role-records.ts'
export * from './work-email-frequency.ts'
