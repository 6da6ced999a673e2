declare module '#platform/db/tables.ts' {
  interface DatabaseTables {
    payee_confirmation: { email: string; confirmed_at: number; confirmed_by: string }
  }
}

export {}
