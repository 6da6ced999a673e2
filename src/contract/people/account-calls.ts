// The calls of the group `accounts`, one file a line.

export * from './authentication.ts'
export * from './first-admin-setup.ts'
export * from './own-account-security.ts'
export * from './second-factor.ts'
