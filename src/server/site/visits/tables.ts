declare module '#platform/db/tables.ts' {
  interface DatabaseTables {
    /** Daily counts of a page, by its path, or of an event, by its name. `day` is like `2026-11-22`. */
    daily_count: { day: string; subject: string; count: number }
  }
}

export {}
