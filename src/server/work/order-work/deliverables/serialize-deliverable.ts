import { toBusinessDay } from '#contract/core/business-calendar.ts'
import { formatDecimalAmount } from '#contract/core/money.ts'
import { UserError } from '#contract/core/user-error.ts'
import { isOpenDeliverableState } from '#contract/work/deliverable-workflow.ts'
import type { Deliverable, DeliverableProofData } from '#contract/work/deliverables.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import type { FilesModule } from '../../files/files.ts'
import { listAnsweredDeliverables } from '../customer-answers/store.ts'
import type { WorkCaller, WorkDependencies } from '../dependencies.ts'
import { listOrderWork, listStepsOfDeliverables } from '../store.ts'
import type { DeliverableStepTable, DeliverableTable } from '../tables.ts'
import { computeChoice, getLastDayToChoose } from './choices/compute-choice.ts'
import { listChoices } from './choices/store.ts'
import { loadCarriedShares } from './outcomes/carried-shares.ts'
import {
  type ActiveDeliverableOutcome,
  listActiveDeliverableOutcomes,
  loadDeliverablePriceShares,
  loadPreviousOrdersByDeliverable,
} from './outcomes/store.ts'

/** What a reply depends on. `today` is a day of the business's time zone. Only admins see who does the work. */
export type DeliverableReplyContext = {
  person: { email: string; isAdmin: boolean }
  timeZone: string
  today: string
  files: Pick<FilesModule, 'listByIds'>
  choiceQuestions: WorkDependencies['choiceQuestions']
}

type StoredProof = Pick<DeliverableTable, 'proof_url' | 'proof_file' | 'proof_note'>
type FileNames = ReadonlyMap<string, { name: string }>

const NO_WORK = 'Work on this order begins once it’s paid.'

/** Returns the caller, today's date in the business's time zone, and the files module. */
export async function loadDeliverableReplyContext(
  { timeZone, files, choiceQuestions }: Pick<WorkDependencies, 'timeZone' | 'files' | 'choiceQuestions'>,
  person: WorkCaller,
): Promise<DeliverableReplyContext> {
  const zone = await timeZone()
  return { person, timeZone: zone, today: toBusinessDay(zone, Date.now()), files, choiceQuestions }
}

export function requireFoundOrderWork<T>(work: T | undefined): T {
  if (work === undefined) throw new UserError(404, NO_WORK)
  return work
}

export async function serializeDeliverables(
  db: DatabaseReader,
  rows: readonly DeliverableTable[],
  context: DeliverableReplyContext,
): Promise<Deliverable[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const steps = await listStepsOfDeliverables(db, ids)
  const fileIds = new Set([...rows, ...steps].flatMap(({ proof_file }) => proof_file || []))
  const files: FileNames = fileIds.size === 0 ? new Map() : await context.files.listByIds(db, [...fileIds], context.person)
  const answered = await listAnsweredDeliverables(db, ids)
  const stepsById = Map.groupBy(steps, ({ deliverable_id }) => deliverable_id)
  const outcomes = new Map((await listActiveDeliverableOutcomes(db, ids)).map((outcome) => [outcome.deliverable_id, outcome]))
  const formerOrders = await loadPreviousOrdersByDeliverable(
    db,
    rows.flatMap(({ carried_from }) => carried_from ?? []),
  )
  const orderIds = [...new Set(rows.map(({ order_id }) => order_id))]
  const shares = await loadDeliverablePriceShares(db, orderIds)
  const carriedShares = await loadCarriedShares(db, rows)
  const works = new Map((await listOrderWork(db, orderIds)).map((work) => [work.order_id, work]))
  const choices = Map.groupBy(await listChoices(db, ids), ({ deliverable_id }) => deliverable_id)
  const buildChoice = (row: DeliverableTable): Deliverable['choice'] => {
    const work = works.get(row.order_id)
    const isMissing = isOpenDeliverableState(row.state) || (row.state === 'not delivered' && !outcomes.has(row.id))
    // A part that its order doesn't pay for has no share to refund, as in `decide-outcome.ts`.
    const own = shares.get(row.id) ?? 0
    const share = own && (carriedShares.get(row.id) ?? []).reduce((sum, { cents }) => sum + cents, own)
    const part = { deliverable: row, isMissing, choices: choices.get(row.id) ?? [], share }
    return work ? computeChoice({ ...part, work }, context.today) : null
  }
  const computed = rows.map((row) => ({ row, choice: buildChoice(row) }))
  const asked = computed.flatMap(({ row: { id, order_id: orderId }, choice }) =>
    choice?.state === 'asked' ? [{ id, orderId, missedOn: choice.missedOn }] : [],
  )
  const times = await context.choiceQuestions.listTimes(db, asked)
  const lastDays = new Map(
    asked.flatMap(({ id }, index) => {
      const askedAt = times[index]
      return askedAt === undefined ? [] : [[id, getLastDayToChoose(context.timeZone, askedAt)]]
    }),
  )
  return computed.map(({ row, choice }) => ({
    ...serializeDeliverable(row, stepsById.get(row.id) ?? [], files, context),
    isAnswered: answered.has(row.id),
    outcome: serializeOutcome(outcomes.get(row.id)),
    choice: choice && { ...choice, chooseBy: lastDays.get(row.id) ?? null },
    choices: (choices.get(row.id) ?? []).map(({ at, kind, by_side: by }) => ({ at: Number(at), kind, by })),
    carriedFrom: formerOrders.get(row.carried_from ?? '') ?? null,
    ...(context.person.isAdmin && {
      weight: row.weight,
      share: formatDecimalAmount(shares.get(row.id) ?? 0),
      carriedShares: (carriedShares.get(row.id) ?? [])
        .filter(({ cents }) => cents > 0)
        .map(({ orderNumber, cents }) => ({ orderNumber, amount: formatDecimalAmount(cents) })),
    }),
  }))
}

function serializeOutcome(outcome: ActiveDeliverableOutcome | undefined): Deliverable['outcome'] {
  if (!outcome) return null
  const { kind, at, cents, refund_cents, refund_state, next_order_id, next_order_number } = outcome
  return {
    kind,
    at,
    refund:
      refund_cents === null
        ? null
        : { amount: formatDecimalAmount(Number(cents ?? refund_cents)), isConfirmed: refund_state === 'confirmed' },
    nextOrder: next_order_id === null || next_order_number === null ? null : { _id: next_order_id, number: next_order_number },
  }
}

function serializeDeliverable(
  row: DeliverableTable,
  steps: readonly DeliverableStepTable[],
  files: FileNames,
  { person: { isAdmin }, today }: DeliverableReplyContext,
): Omit<Deliverable, 'isAnswered' | 'outcome' | 'choice' | 'choices' | 'carriedFrom'> {
  return {
    _id: row.id,
    _version: row.version,
    title: row.title,
    details: row.details,
    state: row.state,
    dueOn: row.due_on,
    isLate: isOpenDeliverableState(row.state) && row.due_on !== null && row.due_on < today,
    needsApproval: row.needs_approval === 1,
    isPartlyCarried: row.own_title !== null,
    waitingFor: row.waiting_for,
    reason: row.reason,
    proof: serializeProof(row, files),
    draftNumber: row.draft_number,
    history: steps.map((step) => ({
      at: step.at,
      state: step.state,
      by: step.by_side,
      ...(isAdmin && { actor: step.actor }),
      comment: step.comment,
      draftNumber: step.draft_number,
      proof: serializeProof(step, files),
    })),
    ...(isAdmin && { assignee: row.assignee }),
  }
}

function serializeProof({ proof_url, proof_file, proof_note }: StoredProof, files: FileNames): DeliverableProofData | null {
  if (proof_url + proof_file + proof_note === '') return null
  const file = files.get(proof_file)
  return {
    ...(proof_url && { url: proof_url }),
    ...(file && { file: { id: proof_file, name: file.name } }),
    ...(proof_note && { note: proof_note }),
  }
}
