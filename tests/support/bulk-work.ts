import { buildIdSql, buildOrderInserts, OWNER_EMAIL } from './bulk-rows.ts'
import { customerEmail } from './test-app.ts'

/** The work in hand doesn't grow with the number of past orders. */
const ACTIVE_ORDERS = 300
const DELIVERABLES = 12
const STEPS = 3
const MESSAGES = 20
const FILES = 3
const DAY = 24 * 60 * 60 * 1000

const QUESTIONS = Array.from({ length: 10 }, (_, nth) => ({
  id: `question-${nth}`,
  question: `Which areas do you serve, number ${nth}?`,
  help: 'The most important one first.',
  type: 'long text',
  choices: [],
  required: true,
}))
const ANSWERS = QUESTIONS.map(({ id, question }) => ({ id, question, answer: 'Chatham, the old town and the harbor' }))

const FIRST_AT = Date.UTC(2025, 0, 1)

/** A past order of `customerEmail` with a file, and an open order with a deliverable in progress. */
export type WorkSample = Record<'orderId' | 'fileId' | 'openOrderId' | 'openDeliverableId', string>

export function findWorkSample(rows: number): WorkSample {
  const past = Math.floor(rows / 20) * 10 + 1
  return {
    orderId: buildId(past),
    fileId: buildId(past * 10 + 1, 2),
    openOrderId: buildId(rows),
    openDeliverableId: buildId(rows * 100 + 1, 1),
  }
}

function buildId(n: number, kind = 0): string {
  return `00000000-0000-700${kind}-8000-${String(n).padStart(12, '0')}`
}

/**
 * Builds inserts for paid orders with deliverables, steps, outcomes, answers, messages and files, in SQL that both databases know. The
 * newest `ACTIVE_ORDERS` are in work, the others delivered. A tenth belongs to `customerEmail`, half to `OWNER_EMAIL`.
 */
export function buildWorkInserts(rows: number, bytesType: 'blob' | 'bytea'): string[] {
  const numbers = `counted(n) as (select cast(1 as bigint) union all select n + 1 from counted where n < ${rows})`
  const parts = (count: number) => `, part(p) as (select cast(1 as bigint) union all select p + 1 from part where p < ${count})`
  const isActive = `n > ${rows - ACTIVE_ORDERS}`
  const day = (offset: number) => `'${new Date(Date.now() + offset * DAY).toISOString().slice(0, 10)}'`
  const email = `case when n % 2 = 0 then '${OWNER_EMAIL}' when n % 10 = 1 then '${customerEmail}' else 'customer' || (n % 1000) || '@example.com' end`
  const order = buildIdSql('n')
  const nthId = (kind: number, count: number) => buildIdSql(`n * ${count} + p`, kind)
  const state = `case when not ${isActive} then 'delivered' else case p % 6 when 0 then 'planned' when 1 then 'in progress'
    when 2 then 'waiting for client' when 3 then 'waiting for approval' when 4 then 'changes requested' else 'delivered' end end`
  const startsOn = `case when not ${isActive} then '2025-03-03' when n % 3 = 0 then null else ${day(-10)} end`
  const dueOn = `case when not ${isActive} then '2025-03-20' when n % 3 = 0 then null else case p % 4 when 0 then ${day(-3)} when 1 then ${day(3)} else ${day(20)} end end`
  return [
    ...buildOrderInserts(rows, { email, payment: `'Paid'`, status: `case when ${isActive} then 'Pending' else 'Delivered' end` }),
    `with recursive ${numbers} insert into order_work (order_id, opened_at, is_active, starts_on)
      select ${order}, ${FIRST_AT} + n, case when ${isActive} then 1 else 0 end, ${startsOn} from counted`,
    `with recursive ${numbers} insert into brief (order_id, questions, answers, version, sent_at)
      select ${order}, '${JSON.stringify(QUESTIONS)}', '{}', 1, case when n % 6 = 0 then null else ${FIRST_AT} + n end from counted`,
    `insert into sent_brief (order_id, version, sent_at, answers) select order_id, 1, sent_at, '${JSON.stringify(ANSWERS)}'
      from brief where sent_at is not null`,
    `with recursive ${numbers}${parts(DELIVERABLES)}, made as (select n, p, ${state} as state from counted, part)
      insert into deliverable (id, order_id, position, title, details, needs_approval, due_day, due_on, state, is_on_board, waiting_for,
        reason, proof_url, proof_file, proof_note, draft_number, assignee, weight, version)
      select ${nthId(1, 100)}, ${order}, p, 'Neighborhood page ' || p, 'A page about a neighborhood', p % 2, 15, ${dueOn}, state,
        case when ${isActive} and state <> 'delivered' then 1 else 0 end, '', '', 'https://example.com/' || n, '', '', 1,
        case when p % 3 = 0 then '${OWNER_EMAIL}' else '' end, 1, ${STEPS} from made`,
    `with recursive ${parts(STEPS).slice(1)} insert into deliverable_step (deliverable_id, version, at, by_side, actor, state, comment,
        draft_number, proof_url, proof_file, proof_note)
      select id, p, ${FIRST_AT} + p, 'team', '${OWNER_EMAIL}', 'in progress', '', 1, '', '', '' from deliverable, part`,
    // A deliverable of each past order was carried over. One in a hundred waits for the customer's next order.
    `with recursive ${numbers} insert into deliverable_outcome (deliverable_id, version, order_id, kind, at, actor, carried_to)
      select ${buildIdSql('n * 100 + 1', 1)}, ${STEPS}, ${order}, 'carried', ${FIRST_AT} + n, '${OWNER_EMAIL}',
        case when n % 100 = 1 then null else ${buildIdSql('n * 100 + 2', 1)} end from counted where not (${isActive})`,
    `with recursive ${numbers} insert into order_conversation (order_id, customer_email, messages, public_messages, customer_messages,
        read_by_team, read_by_customer, unread_by_team, unread_by_customer, last_message_at)
      select ${order}, ${email}, ${MESSAGES}, ${MESSAGES}, ${MESSAGES / 2}, ${MESSAGES / 2}, ${MESSAGES / 2},
        case when n > ${rows - 100} then 1 else 0 end, case when n > ${rows - 100} then 1 else 0 end, ${FIRST_AT} + n from counted`,
    `with recursive ${numbers}${parts(MESSAGES)} insert into order_message (id, order_id, number, public_number, customer_messages, side,
        author, text, files, sent_at)
      select ${nthId(3, 100)}, ${order}, p, p, p / 2, case p % 2 when 0 then 'customer' else 'team' end, '${OWNER_EMAIL}',
        'The draft of the page is ready. Could you look at the second paragraph?', '[]', ${FIRST_AT} + p from counted, part`,
    `with recursive ${numbers}${parts(FILES)} insert into order_file (id, order_id, sha256, name, type, size, side, author, is_shared,
        has_preview, started_at, added_at)
      select ${nthId(2, 10)}, ${order}, cast(p as text), 'plan.pdf', 'application/pdf', 4, 'team', '${OWNER_EMAIL}', 1, 0, 1, 1 + p
      from counted, part`,
    `insert into order_file_chunk (file_id, position, bytes) select id, 0, cast('%PDF' as ${bytesType}) from order_file`,
    `with recursive ${numbers} insert into order_file_total (order_id, files, bytes) select ${order}, ${FILES}, ${4 * FILES} from counted`,
  ]
}
