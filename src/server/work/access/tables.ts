import type { AccessState } from '#contract/work/access.ts'

declare module '#platform/db/tables.ts' {
  interface DatabaseTables {
    order_access: OrderAccessTable
  }
}

/** An access that an order needs, as the content said at the first payment. */
export type OrderAccessTable = {
  id: string
  order_id: string
  position: number
  name: string
  help: string
  link: string
  state: AccessState
  /** JSON: every change, oldest first. Names the admin of a change, and no customer. */
  history: string
}
