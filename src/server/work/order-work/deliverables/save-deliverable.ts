import { UserError } from '#contract/core/user-error.ts'
import {
  type DeliverableState,
  type DeliverableStepRule,
  isOpenDeliverableState,
  listAllowedSteps,
  type TeamOrCustomer,
} from '#contract/work/deliverable-workflow.ts'
import type { Deliverable } from '#contract/work/deliverables.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import type { StoredOrder } from '#server/sales/orders/orders.ts'
import { updateDeliveryEmail } from '../delivery-emails.ts'
import type { WorkCaller, WorkDependencies } from '../dependencies.ts'
import { queueDeliverableStepEmail } from '../emails.ts'
import { findDeliverable, insertStep, lockOrderWork, updateDeliverable } from '../store.ts'
import type { DeliverableTable, OrderWorkTable } from '../tables.ts'
import {
  type DeliverableReplyContext,
  loadDeliverableReplyContext,
  requireFoundOrderWork,
  serializeDeliverables,
} from './serialize-deliverable.ts'

const NO_SUCH_DELIVERABLE = 'There is no such deliverable.'

export type DeliverableToChange = { id: string; order: StoredOrder; context: DeliverableReplyContext }
type LockedDeliverable = { before: DeliverableTable; work: OrderWorkTable }

/** What happens to a deliverable. A client's answer has the side `customer`. */
type DeliverableChange = {
  after: DeliverableTable
  comment: string
  side?: TeamOrCustomer
  /** Also if no step was taken and the terms are the same. */
  isNewVersion?: boolean
}

/** Finds a deliverable that the person may see. Throws a 404. */
export async function findDeliverableToChange(
  dependencies: WorkDependencies,
  id: string,
  person: WorkCaller,
): Promise<DeliverableToChange> {
  const { read, orders } = dependencies
  const context = await loadDeliverableReplyContext(dependencies, person)
  const order = await orders.find((await findDeliverable(read, id))?.order_id ?? null)
  if (!order || (!person.isAdmin && order.customer_email !== person.email)) throw new UserError(404, NO_SUCH_DELIVERABLE)
  return { id, order, context }
}

/** Locks the work of the order, so that of two changes of one version only one succeeds. Throws a 404 or a 409. */
export async function lockDeliverable(
  tx: Tx,
  { id, order, context }: DeliverableToChange,
  version: number | undefined,
): Promise<LockedDeliverable> {
  const work = requireFoundOrderWork(await lockOrderWork(tx, order.id))
  const before = await findDeliverable(tx, id)
  if (!before) throw new UserError(404, NO_SUCH_DELIVERABLE)
  if (version !== undefined && version !== before.version) {
    const current = await loadDeliverable(tx, before, context)
    throw new UserError(409, 'This deliverable changed since you opened it. Look at it again.', undefined, current)
  }
  return { before, work }
}

/** Saves a locked deliverable. A step also gets its place in the history, and its email. */
export async function saveDeliverable(
  dependencies: WorkDependencies,
  tx: Tx,
  { order, context }: DeliverableToChange,
  { before, work }: LockedDeliverable,
  { after, comment, side = 'team', isNewVersion = false }: DeliverableChange,
): Promise<Deliverable> {
  const isStep = after.draft_number !== before.draft_number || after.state !== before.state
  // Who does the work is internal, so it must not make the client's answer outdated.
  const hasNewVersion = isStep || haveDeliverableTermsChanged(before, after) || isNewVersion
  const saved: DeliverableTable = {
    ...after,
    version: before.version + Number(hasNewVersion),
    is_on_board: Number(work.is_active === 1 && isOpenDeliverableState(after.state)),
    ...(isStep && { delivery_email: await updateDeliveryEmail(dependencies, tx, order, before, after) }),
  }
  await updateDeliverable(tx, saved)
  if (isStep) {
    await insertStep(tx, saved, { by_side: side, actor: context.person.email, comment })
    await queueDeliverableStepEmail(dependencies, tx, order, saved, { comment, side })
  }
  return loadDeliverable(tx, saved, context)
}

/** Returns whether the title, the details, the due date or the need for approval changed. */
export function haveDeliverableTermsChanged(before: DeliverableTable, after: DeliverableTable): boolean {
  return (['title', 'details', 'due_on', 'needs_approval'] as const).some((name) => before[name] !== after[name])
}

export async function loadDeliverable(
  db: DatabaseReader,
  row: DeliverableTable | undefined,
  context: DeliverableReplyContext,
): Promise<Deliverable> {
  const [deliverable] = row ? await serializeDeliverables(db, [row], context) : []
  if (!deliverable) throw new UserError(404, NO_SUCH_DELIVERABLE)
  return deliverable
}

/** The texts that a step may need. */
export type DeliverableStepTexts = Partial<
  Record<'waitingFor' | 'reason' | 'comment' | 'proofUrl' | 'proofFile' | 'proofNote', string | undefined>
>

/** The texts that belong to each need of a step. A client may also comment on an approval. */
const TEXTS_OF_NEED: Readonly<Record<NonNullable<DeliverableStepRule['needs']>, readonly (keyof DeliverableStepTexts)[]>> = {
  waitingFor: ['waitingFor'],
  reason: ['reason'],
  comment: ['comment'],
  draft: ['proofUrl', 'proofFile', 'proofNote'],
  proof: ['proofUrl', 'proofFile', 'proofNote'],
}

const MISSING_TEXT: Readonly<Record<NonNullable<DeliverableStepRule['needs']>, string>> = {
  waitingFor: 'Say what you need from the client.',
  reason: 'Give a reason. The client reads it.',
  comment: 'Say what to change.',
  draft: 'Add a link, a file or some text, so that the client can read the draft.',
  proof: 'Add a link, a file or some text that shows what was delivered.',
}

/** Returns the deliverable after a step. Throws a 409 if the table has no such step, and a 400 if a text is missing. */
export function planDeliverableStep(
  before: DeliverableTable,
  to: DeliverableState,
  side: TeamOrCustomer,
  texts: DeliverableStepTexts,
): DeliverableTable {
  const steps = listAllowedSteps({ state: before.state, needsApproval: before.needs_approval === 1 }, side)
  const step = steps.find((one) => one.to === to)
  if (!step) throw new UserError(409, explainRefusal(before, to, side))
  assertTextsBelongToStep(step, texts)
  const isNewDraft = to === 'waiting for approval' && side === 'team'
  // A new draft shows nothing of an earlier one.
  const startsEmpty = !isOpenDeliverableState(before.state) || isNewDraft
  const after: DeliverableTable = {
    ...before,
    state: to,
    waiting_for: texts.waitingFor ?? '',
    reason: texts.reason ?? '',
    proof_url: texts.proofUrl ?? (startsEmpty ? '' : before.proof_url),
    proof_file: texts.proofFile ?? (startsEmpty ? '' : before.proof_file),
    proof_note: texts.proofNote ?? (startsEmpty ? '' : before.proof_note),
    draft_number: before.draft_number + Number(isNewDraft),
  }
  assertNeeds(step, after, texts)
  return after
}

/** Throws a 400 if a text comes without the step that it belongs to. */
export function assertTextsBelongToStep(step: DeliverableStepRule | undefined, texts: DeliverableStepTexts): void {
  const allowed: readonly string[] = step?.needs ? TEXTS_OF_NEED[step.needs] : step?.by === 'customer' ? ['comment'] : []
  const extra = Object.entries(texts).filter(([name, text]) => text && !allowed.includes(name))
  if (extra.length > 0)
    throw new UserError(
      400,
      'This text belongs to another step.',
      Object.fromEntries(extra.map(([name]) => [name, 'This belongs to another step.'])),
    )
}

function assertNeeds({ needs }: DeliverableStepRule, after: DeliverableTable, texts: DeliverableStepTexts): void {
  if (!needs) return
  const [field = ''] = TEXTS_OF_NEED[needs]
  const given =
    needs === 'draft' || needs === 'proof'
      ? after.proof_url + after.proof_file + after.proof_note
      : texts[field as keyof DeliverableStepTexts]
  if (!given?.trim()) throw new UserError(400, MISSING_TEXT[needs], field)
}

function explainRefusal({ title, state, needs_approval }: DeliverableTable, to: DeliverableState, side: TeamOrCustomer): string {
  if (to === 'waiting for approval' && side === 'customer')
    return `There’s no approval of “${title}” to take back, or our work has gone on since. Please write to us.`
  if (to === 'delivered' && needs_approval === 1 && isOpenDeliverableState(state))
    return 'The client must approve the current draft before it is delivered.'
  return `“${title}” is ${state}. It can’t be ${to} from here.`
}
