declare module '#platform/db/tables.ts' {
  interface DatabaseTables {
    /** How many attempts `key` made in the current window. */
    attempt_counter: { key: string; count: number; window_ends_at: number }
  }
}

export {}
