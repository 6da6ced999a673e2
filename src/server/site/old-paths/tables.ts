declare module '#platform/db/tables.ts' {
  interface DatabaseTables {
    /** Requests for a path without a page, and uses of a redirect by its id. A path begins with a slash. */
    path_hit: { subject: string; hits: number; last_at: number }
  }
}

export {}
