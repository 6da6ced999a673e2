declare module '#platform/db/tables.ts' {
  interface DatabaseTables {
    /** Private addresses that sent `X-Forwarded-For` without being in TRUST_PROXY, and the last time. */
    unlisted_proxy: { address: string; seen_at: number }
  }
}

export {}
