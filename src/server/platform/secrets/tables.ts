declare module '../db/tables.ts' {
  interface DatabaseTables {
    app_secret: { name: string; value: string }
  }
}

export {}
