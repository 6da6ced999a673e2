declare module '#platform/db/tables.ts' {
  interface DatabaseTables {
    /** At most one row: whether search engines may list the site while it holds samples (0 or 1). */
    search_engine_decision: { id: number; is_allowed: number; decided_at: number; decided_by: string }
  }
}

export {}
