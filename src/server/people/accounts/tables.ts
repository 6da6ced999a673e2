declare module '#platform/db/tables.ts' {
  interface DatabaseTables {
    user: object
    account: object
  }
}

export {}
