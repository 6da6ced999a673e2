/** The work of an order that was paid at least once. */
export type OrderWorkTable = {
  order_id: string
  opened_at: number
  /** 1 while the order is Paid and not Delivered. */
  is_active: number
  /** The day the month begins, such as 2026-11-23. Null until the team starts it. */
  starts_on: string | null
}
