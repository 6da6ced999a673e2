import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/migrations/open-database.ts'
import { computePaymentState, getPaymentDecisionEffects } from '#server/sales/payments/ledger/compute-payment-state.ts'
import { listPaymentFacts } from '#server/sales/payments/ledger/store.ts'
import { listPaymentAttempts, listPaymentDecisions } from '#server/sales/payments/store.ts'

/** The inconsistencies to look for. Each statement returns the faulty rows, in SQL for both databases. */
const rules: Readonly<Record<string, string>> = {
  'a content record has no revision of its version':
    'select id from content_record r where not exists (select 1 from content_revision v where v.record_id = r.id and v.version = r.version)',
  'the order numbers have a gap, or differ from their sequence':
    'select last_number from order_sequence where last_number - 1000 <> (select count(*) from orders) or last_number <> (select coalesce(max(number), 1000) from orders)',
  'a customer’s order numbers have a gap':
    'select customer_email from orders group by customer_email having max(customer_number) <> count(*) or min(customer_number) <> 1',
  'a customer’s counters differ from a recount': `
    select email from customer_counter c where
      (c.orders, c.to_pay, c.paid, c.paid_cents, c.delivered) <> (
        select count(*), coalesce(sum(case payment_status when 'UnPaid' then 1 else 0 end), 0),
          coalesce(sum(case payment_status when 'Paid' then 1 else 0 end), 0),
          coalesce(sum(case payment_status when 'Paid' then price_cents else 0 end), 0),
          coalesce(sum(case order_status when 'Delivered' then 1 else 0 end), 0)
        from orders o where o.customer_email = c.email)`,
  'an order counter differs from a recount': `
    select month from order_counter t where (t.count, t.cents, t.received_cents, t.refunded_cents) <> (
      select count(*), coalesce(sum(price_cents), 0), coalesce(sum(received_cents), 0), coalesce(sum(refunded_cents), 0) from orders o
      where o.month = t.month and o.package_name = t.package_name and o.payment_status = t.payment_status
        and o.order_status = t.order_status and o.is_test = t.is_test)`,
  'the order counters leave out orders':
    'select 1 as one where (select coalesce(sum(count), 0) from order_counter) <> (select count(*) from orders)',
  'the invoice numbers have a gap, or differ from their sequence': `select id from invoice_sequence where id = 1 and (
      last_number <> (select coalesce(max(number), 0) from invoice where number > 0) or (select count(*) from invoice where number > 0)
        <> (select coalesce(max(number) - min(number) + 1, 0) from invoice where number > 0))
      or id = 2 and last_number <> (select -coalesce(min(number), 0) from invoice where number < 0)`,
  'a paid order has no invoice, or an unpaid order has an invoice':
    "select id from orders o where (payment_status = 'Paid') <> exists (select 1 from invoice i where i.order_id = o.id)",
  'an order has not exactly one email to its customer': `
    select number from orders o left join ${countMailsBy('subject')}
      on m.subject = 'Your order ' || o.number || ': ' || o.package_name where coalesce(m.sent, 0) <> 1`,
  'a paid order has not exactly one receipt, or an unpaid order has a receipt': `
    select number from orders o left join ${countMailsBy('subject')} on m.subject = 'Receipt for order ' || o.number
      where coalesce(m.sent, 0) <> (case payment_status when 'Paid' then 1 else 0 end)`,
  'a subscriber has not exactly one confirmation email': `
    select email from subscriber s left join ${countMailsBy('recipient', "where subject = 'Please confirm your subscription'")}
      on m.recipient = s.email where coalesce(m.sent, 0) <> 1`,
  'a message has not exactly one notification': `
    select name from message g left join ${countMailsBy('subject')} on m.subject = 'New message from ' || g.name
      where place = 'inbox' and coalesce(m.sent, 0) <> 1`,
  'an image has not exactly one audit entry':
    "select id from media p where (select count(*) from audit_log a where a.action = 'media.added' and a.subject = p.id) <> 1",
  'a paid order has no work, or no questions':
    "select id from orders o where payment_status = 'Paid' and (select count(*) from order_work w join brief b on b.order_id = w.order_id where w.order_id = o.id) <> 1",
  'the state of a deliverable differs from its last step': `
    select id from deliverable d where state <> (
      select state from deliverable_step s where s.deliverable_id = d.id order by version desc limit 1)`,
  'a deliverable was delivered without proof':
    "select deliverable_id from deliverable_step where state = 'delivered' and proof_url = '' and proof_file = '' and proof_note = ''",
  'a carried part is in two orders':
    "select carried_from from deliverable where carried_from is not null and state <> 'canceled' group by carried_from having count(*) > 1",
  'answers were sent without a copy of them':
    'select order_id from brief b where sent_at is not null and not exists (select 1 from sent_brief s where s.order_id = b.order_id and s.sent_at = b.sent_at)',
  'the counters of a conversation differ from a recount': `
    select order_id from order_conversation c where (c.messages, c.public_messages, c.customer_messages) <> (
      select count(*), count(public_number), coalesce(sum(case side when 'customer' then 1 else 0 end), 0)
      from order_message m where m.order_id = c.order_id)
      or unread_by_team <> customer_messages - read_by_team
      or unread_by_customer <> public_messages - customer_messages - read_by_customer`,
  'the total of an order’s files differs from a recount': `
    select order_id from order_file_total t where (t.files, t.bytes) <> (
      select count(*), coalesce(sum(size), 0) from order_file f where f.order_id = t.order_id and added_at is not null)`,
  'a file lacks bytes, or bytes have no file': `
    select id from order_file f where added_at is not null
      and size <> (select coalesce(sum(length(bytes)), 0) from order_file_chunk c where c.file_id = f.id)
    union all select file_id from order_file_chunk where file_id not in (select id from order_file)`,
  'an account has not exactly one password':
    'select "id" from "user" u where (select count(*) from "account" a where a."userId" = u."id") <> 1',
}

function countMailsBy(column: 'subject' | 'recipient', where = ''): string {
  return `(select ${column}, count(*) as sent from email_outbox ${where} group by ${column}) m`
}

/** Lists the inconsistencies in a site's database as sentences. */
export async function findInconsistencies(environment: Record<string, string>): Promise<string[]> {
  const { read, close } = await openDatabase(readConfig(environment))
  const inconsistencies: string[] = environment.DATABASE_URL === undefined ? findSqliteDamage(environment.DATA_DIR ?? '') : []
  for (const [sentence, statement] of Object.entries(rules)) {
    const { rows } = await sql.raw(statement).execute(read)
    if (rows.length > 0) inconsistencies.push(`${sentence}: ${JSON.stringify(rows.slice(0, 3))}`)
  }
  inconsistencies.push(...(await findWrongPaymentStatuses(read)))
  await close()
  return inconsistencies
}

/** Runs SQLite's own checks of its file. */
function findSqliteDamage(folder: string): string[] {
  const database = new DatabaseSync(join(folder, 'rankstead.db'), { readOnly: true })
  const integrity = database.prepare('pragma integrity_check').all()
  const keys = database.prepare('pragma foreign_key_check').all()
  database.close()
  return [
    ...integrity.map(({ integrity_check }) => String(integrity_check)).filter((line) => line !== 'ok'),
    ...keys.map((row) => `a foreign key has no target row: ${JSON.stringify(row)}`),
  ]
}

/** Finds orders whose payment status doesn't follow from their ledger. */
async function findWrongPaymentStatuses(db: DatabaseReader): Promise<string[]> {
  const mismatches: string[] = []
  for (const { id, number, payment_status } of await db.selectFrom('orders').selectAll().execute()) {
    const [attempts, facts, decisions] = [
      await listPaymentAttempts(db, id),
      await listPaymentFacts(db, id),
      await listPaymentDecisions(db, id),
    ]
    const { paymentStatus } = computePaymentState({ attempts, facts, ...getPaymentDecisionEffects(decisions) })
    if (paymentStatus !== payment_status)
      mismatches.push(`order ${number} is ${payment_status}, and its ledger says ${paymentStatus}`)
  }
  return mismatches
}
