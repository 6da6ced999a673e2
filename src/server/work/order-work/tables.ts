import type { DeliverableChoice } from '#contract/work/deliverable-choice.ts'
import type { DeliverableState, TeamOrCustomer } from '#contract/work/deliverable-workflow.ts'
import type { deliverableOutcomeKinds } from '#contract/work/deliverables.ts'
import type { StopDecision } from '#contract/work/stop-request.ts'

declare module '#platform/db/tables.ts' {
  interface DatabaseTables {
    order_work: OrderWorkTable
    deliverable: DeliverableTable
    deliverable_step: DeliverableStepTable
    deliverable_outcome: DeliverableOutcomeTable
    deliverable_choice: DeliverableChoiceTable
    stop_request: StopRequestTable
  }
}

/** The work of an order that was paid at least once. */
export type OrderWorkTable = {
  order_id: string
  opened_at: number
  /** 1 while the order is Paid and not Delivered, and its client doesn't wait for an answer to a request to stop. */
  is_active: number
  /** The day the month begins, such as 2026-11-23. Null until the team starts it. */
  starts_on: string | null
  /** Which month of its package family it is for the customer, from 1. */
  month: number
  /** The record of the team section that writes to the client by name. */
  contact_id: string | null
}

/** One thing that the team delivers for an order. */
export type DeliverableTable = {
  id: string
  order_id: string
  position: number
  title: string
  details: string
  needs_approval: number
  /** The day of the month that decides `due_on`. Null if an admin chose a date. */
  due_day: number | null
  /** Such as 2026-12-10. Null until the month starts. */
  due_on: string | null
  state: DeliverableState
  /** 1 while it is open and its order is active. */
  is_on_board: number
  waiting_for: string
  reason: string
  /** The current draft or proof: a link, the id of a file and a note. All are empty if there is none. */
  proof_url: string
  proof_file: string
  proof_note: string
  draft_number: number
  /** An admin's email, or empty. */
  assignee: string
  /** Its part of the order's price, compared with the other deliverables. */
  weight: number
  /** The deliverable of an earlier order that it continues, free. */
  carried_from: string | null
  /** The package's template that it was copied from. */
  template_id: string | null
  /** The title before the carried part joined it. Null unless it delivers both. */
  own_title: string | null
  /** The id of the email that names its delivery. Null unless it is delivered. */
  delivery_email: string | null
  version: number
}

/** A step that a deliverable took. */
export type DeliverableStepTable = {
  deliverable_id: string
  /** The version of the deliverable after the step. */
  version: number
  at: number
  by_side: TeamOrCustomer
  /** The person's email. Empty for the copy at the payment. */
  actor: string
  state: DeliverableState
  comment: string
  draft_number: number
  proof_url: string
  proof_file: string
  proof_note: string
}

/** What the client gets instead of a deliverable that the month didn't deliver. */
export type DeliverableOutcomeTable = {
  deliverable_id: string
  /** The version of the deliverable after the outcome. */
  version: number
  order_id: string
  kind: (typeof deliverableOutcomeKinds)[number]
  at: number
  /** The admin's email. */
  actor: string
  /** The refund of the share. It decides whether the outcome still stands. */
  refund_id: string | null
  /** The refunded share. Null in older rows: there, the refund has its amount. */
  cents: number | null
  /** The deliverable of the next order that continues it. */
  carried_to: string | null
  /** When the team took the deliverable up again, before another order continued it. */
  withdrawn_at: number | null
}

/** What the client chose for a deliverable that missed a date. */
export type DeliverableChoiceTable = {
  deliverable_id: string
  /** The end of the month, or a later date that passed, too. */
  missed_on: string
  kind: DeliverableChoice
  at: number
  /** `product`: the client didn't answer in time. */
  by_side: 'client' | 'product'
}

/** A client's request to stop an order and get money back. */
export type StopRequestTable = {
  id: string
  order_id: string
  /** The client's words. */
  reason: string
  /** 1 if the audit wasn't delivered yet: the whole price goes back. */
  is_whole: number
  requested_at: number
  /** Null until the team answers. */
  decision: StopDecision | null
  /** The team's reason. */
  answer: string
  decided_at: number | null
}
