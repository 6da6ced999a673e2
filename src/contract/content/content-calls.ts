// The calls of the group `content`, one file a line.

export * from './autosaves.ts'
export * from './content-readiness.ts'
export * from './content-record-endpoints.ts'
export * from './content-search.ts'
export * from './record-history.ts'
export * from './site-audit.ts'
