declare module '#platform/db/tables.ts' {
  interface DatabaseTables {
    audit_log: AuditLogTable
  }
}

export type AuditLogTable = {
  id: string
  at: number
  /** Email of the person, or the name of the process. */
  actor: string
  action: string
  /** The email or id that the action concerned. */
  subject: string
  /** JSON, without secrets. */
  detail: string
  search_text: string
}
