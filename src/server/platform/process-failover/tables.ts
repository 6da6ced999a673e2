declare module '../db/tables.ts' {
  interface DatabaseTables {
    /** Processes on this database, including those whose end no other process has noticed yet. */
    process: { name: string; started_at: number }
  }
}

export {}
