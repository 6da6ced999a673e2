declare module '#platform/db/tables.ts' {
  interface DatabaseTables {
    jwks: object
  }
}

export {}
