declare module '#platform/db/tables.ts' {
  /** The tables of the authentication library. Each module of the area reads and writes its part of them. */
  interface DatabaseTables {
    user: object
    account: object
    session: object
    verification: object
    twoFactor: object
    jwks: object
  }
}

export {}
