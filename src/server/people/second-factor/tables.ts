declare module '#platform/db/tables.ts' {
  interface DatabaseTables {
    /** Used codes of second factors, while they would still be valid. */
    used_second_factor_code: { user_id: string; code: string; used_at: number }
  }
}

export {}
