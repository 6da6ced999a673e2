import { sql } from 'kysely'
import type { MissedDate } from '#contract/work/deliverable-choice.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { AgedRows } from '#platform/db/remove-rows-older-than.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { joinableOrders } from '#server/sales/orders/queries.ts'
import { briefProgress } from '../briefs/queries.ts'
import { deliverableSteps, joinableDeliverables, joinableOrderWork } from '../order-work/queries.ts'

/** What one reminder is about: orders or drafts that became due in a span of time (epoch ms). */
export type DueReminderFilter = {
  kind: string
  after: number
  until: number
  /** Only this one. */
  subject?: string | undefined
}

export type DueReminder = { subject: string; orderId: string; number: number; email: string }
export type DueApprovalReminder = DueReminder & { deliverableId: string; title: string; draftNumber: number; sentAt: number }

/** The subject of a draft is the id of the deliverable and the number of the draft. */
const UUID_LENGTH = 36

/** The kind of the email that asks what happens to missed parts. Its subject is the id of the order and the date. */
const CHOICE = 'choice'

/** How many rows one query reads. */
export const REMINDER_BATCH_SIZE = 200

/** Literals instead of parameters: only then SQLite uses an index over a part of the rows. */
const YES = sql.lit(1)
const WAITING = sql.lit('waiting for approval' as const)

/**
 * Lists active orders that were first paid in the span, with questions, unsent answers and no start. The index holds
 * only orders whose month hasn't started.
 */
export async function listDueAnswersReminders(db: DatabaseReader, filter: DueReminderFilter): Promise<DueReminder[]> {
  let due = db
    .selectFrom(joinableOrderWork)
    .innerJoin(briefProgress, 'brief.order_id', 'order_work.order_id')
    .innerJoin(joinableOrders, 'orders.id', 'order_work.order_id')
    .where('order_work.is_active', '=', YES)
    .where('order_work.starts_on', 'is', null)
    .where('order_work.opened_at', '>', filter.after)
    .where('order_work.opened_at', '<=', filter.until)
    .where('brief.questions', '!=', '[]')
    .where('brief.sent_at', 'is', null)
    .where('brief.reopened_reason', 'is', null)
  if (filter.subject !== undefined) due = due.where('order_work.order_id', '=', filter.subject)
  return due
    .where(isNotSent(filter.kind, sql`orders.id`))
    .where(isNotStopped)
    .select(['orders.id as subject', 'orders.id as orderId', 'orders.number', 'orders.customer_email as email'])
    .orderBy('order_work.opened_at')
    .limit(REMINDER_BATCH_SIZE)
    .execute()
}

/** Lists drafts that customers got in the span, that are current, and that have no answer. */
export async function listDueApprovalReminders(db: DatabaseReader, filter: DueReminderFilter): Promise<DueApprovalReminder[]> {
  const subject = sql<string>`deliverable.id || ' ' || deliverable.draft_number`
  let due = db
    .selectFrom(deliverableSteps)
    .innerJoin(joinableDeliverables, 'deliverable.id', 'deliverable_step.deliverable_id')
    .innerJoin(joinableOrders, 'orders.id', 'deliverable.order_id')
    .where('deliverable_step.state', '=', WAITING)
    .where('deliverable_step.at', '>', filter.after)
    .where('deliverable_step.at', '<=', filter.until)
    .whereRef('deliverable_step.draft_number', '=', 'deliverable.draft_number')
    // The addition keeps SQLite from starting with all open drafts, instead of those sent in the span.
    .where(sql<boolean>`deliverable.is_on_board + 0 = 1`)
    .where('deliverable.state', '=', WAITING)
  if (filter.subject !== undefined) due = due.where(subject, '=', filter.subject)
  return due
    .where(isNotSent(filter.kind, subject))
    .where(isNotStopped)
    .select([subject.as('subject'), 'orders.id as orderId', 'orders.number', 'orders.customer_email as email'])
    .select(['deliverable.id as deliverableId', 'deliverable.title', 'deliverable.draft_number as draftNumber'])
    .select('deliverable_step.at as sentAt')
    .orderBy('deliverable_step.at')
    .limit(REMINDER_BATCH_SIZE)
    .execute()
}

function isNotSent(kind: string, subject: ReturnType<typeof sql>) {
  return sql<boolean>`not exists (select 1 from sent_reminder where kind = ${kind} and sent_reminder.subject = ${subject})`
}

const isNotStopped = sql<boolean>`not exists (select 1 from stopped_reminder where stopped_reminder.order_id = orders.id)`

/** Returns false if another process has sent it. Waits for that process's transaction. */
export async function markReminderSent(tx: Tx, kind: string, subject: string): Promise<boolean> {
  const insertion = tx.insertInto('sent_reminder').values({ kind, subject, sent_at: Date.now() })
  const inserted = await insertion
    .onConflict((conflict) => conflict.doNothing())
    .returning('kind')
    .executeTakeFirst()
  return inserted !== undefined
}

const buildChoiceSubject = ({ orderId, missedOn }: MissedDate) => `${orderId} ${missedOn}`

/** Marks that a client is asked about a missed date. Returns false if that was done before, or reminders are stopped. */
export async function markChoiceAsked(tx: Tx, date: MissedDate): Promise<boolean> {
  const stopped = tx.selectFrom('stopped_reminder').select('order_id').where('order_id', '=', date.orderId)
  return !(await stopped.executeTakeFirst()) && markReminderSent(tx, CHOICE, buildChoiceSubject(date))
}

/** Returns when clients were asked about missed dates (epoch ms), or undefined, in the order of the dates. */
export async function listChoiceTimes(db: DatabaseReader, dates: readonly MissedDate[]): Promise<(number | undefined)[]> {
  if (dates.length === 0) return []
  const subjects = dates.map(buildChoiceSubject)
  const sent = db.selectFrom('sent_reminder').select(['subject', 'sent_at']).where('kind', '=', CHOICE)
  const times = new Map((await sent.where('subject', 'in', subjects).execute()).map((row) => [row.subject, Number(row.sent_at)]))
  return subjects.map((subject) => times.get(subject))
}

/** Returns the last subject of a kind that isn't after `until`, in alphabetical order. */
export async function findLastReminderDay(db: DatabaseReader, kind: string, until: string): Promise<string | undefined> {
  const sent = db.selectFrom('sent_reminder').select('subject').where('kind', '=', kind).where('subject', '<=', until)
  return (await sent.orderBy('subject', 'desc').limit(1).executeTakeFirst())?.subject
}

/**
 * The rows that retention may delete. A wrong clock makes all of them look old, so those whose order or draft could still
 * get the reminder stay.
 */
export const removableSentReminders: AgedRows = {
  table: 'sent_reminder',
  key: ['kind', 'subject'],
  at: 'sent_at',
  extraCondition: sql`not exists (select 1 from ${joinableOrderWork} where order_id = sent_reminder.subject and starts_on is null)
    and not exists (select 1 from ${joinableOrderWork} where sent_reminder.kind = ${sql.lit(CHOICE)}
      and order_id = substr(sent_reminder.subject, 1, ${sql.lit(UUID_LENGTH)}) and is_active = 1)
    and not exists (select 1 from ${joinableDeliverables} where id = substr(sent_reminder.subject, 1, ${sql.lit(UUID_LENGTH)})
      and state = ${WAITING})`,
}

/** Does nothing for an unknown order. */
export async function stopReminders(tx: Tx, orderId: string): Promise<void> {
  await insertStops(tx, sql`orders.id = ${orderId}`)
}

export async function stopRemindersOfCustomer(tx: Tx, email: string): Promise<void> {
  await insertStops(tx, sql`orders.customer_email = ${email}`)
}

async function insertStops(tx: Tx, condition: ReturnType<typeof sql>): Promise<void> {
  await sql`
    insert into stopped_reminder (order_id, stopped_at)
    select orders.id, cast(${Date.now()} as bigint) from ${joinableOrders} where ${condition}
    on conflict do nothing`.execute(tx)
}
