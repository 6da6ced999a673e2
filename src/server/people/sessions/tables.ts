declare module '#platform/db/tables.ts' {
  interface DatabaseTables {
    session: object
    verification: object
  }
}

export {}
