import { LAST_DAY_OF_WORK_MONTH } from '#contract/content/kinds/deliverable-template.ts'
import { isUserError, UserError } from '#contract/core/user-error.ts'
import { type DeliverableState, isOpenDeliverableState } from '#contract/work/deliverable-workflow.ts'
import {
  addDeliverableEndpoint,
  type Deliverable,
  type DeliverableChanges,
  type draftAnswers,
  reviewDeliverableDraftEndpoint,
  updateDeliverableEndpoint,
  updateDeliverablesEndpoint,
} from '#contract/work/deliverables.ts'
import { getWorkMonthDate } from '#contract/work/work-month-calendar.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import { recordAuditEntry } from '#server/audit-log/audit-log.ts'
import { hasAdminRole } from '#server/people/users/users.ts'
import type { StoredOrder } from '#server/sales/orders/orders.ts'
import type { WorkCaller, WorkDependencies } from '../dependencies.ts'
import { findDeliverable, insertDeliverables, keepEqualShares, listDeliverables, lockOrderWork } from '../store.ts'
import type { DeliverableTable } from '../tables.ts'
import { deleteChoices, listChoices } from './choices/store.ts'
import { cancelUnlinkedCopies } from './outcomes/carry-over-to-next-order.ts'
import { isOrderPaid, linkWaitingOutcome, listActiveDeliverableOutcomes, withdrawWaitingOutcome } from './outcomes/store.ts'
import {
  assertTextsBelongToStep,
  type DeliverableToChange,
  findDeliverableToChange,
  haveDeliverableTermsChanged,
  loadDeliverable,
  lockDeliverable,
  planDeliverableStep,
  saveDeliverable,
} from './save-deliverable.ts'
import { loadDeliverableReplyContext, requireFoundOrderWork, serializeDeliverables } from './serialize-deliverable.ts'

const NOT_STARTED = 'Start the month first. Until then nothing is due.'

/** The changes of single deliverables by the team, and the client's answers to drafts. */
export function createDeliverableHandlers(dependencies: WorkDependencies) {
  const { write, orders, mail } = dependencies
  return [
    defineHandler(addDeliverableEndpoint, async ({ params: { orderId }, body }, { person, idempotency }) => {
      const { title, details, dueOn, needsApproval } = body
      const order = await orders.findForPerson(orderId, person)
      const context = await loadDeliverableReplyContext(dependencies, person)
      const work = async (tx: Tx) => {
        const { starts_on, is_active } = requireFoundOrderWork(await lockOrderWork(tx, orderId))
        if (dueOn !== undefined && starts_on === null) throw new UserError(409, NOT_STARTED)
        const due =
          dueOn === undefined
            ? {
                due_day: LAST_DAY_OF_WORK_MONTH,
                due_on: starts_on === null ? null : getWorkMonthDate(starts_on, LAST_DAY_OF_WORK_MONTH),
              }
            : { due_day: null, due_on: dueOn }
        const added = { title, details, needs_approval: Number(needsApproval), ...due, weight: 0 }
        await keepEqualShares(tx, orderId)
        const [newId = ''] = await insertDeliverables(tx, orderId, [added], { isActive: is_active === 1, actor: person.email })
        await audit(tx, 'deliverable.added', person, order, title)
        return { id: newId }
      }
      const record = await write(work, idempotency, async (tx, { id }) =>
        loadDeliverable(tx, await findDeliverable(tx, id), context),
      )
      return { message: 'Deliverable added', record }
    }),

    defineHandler(updateDeliverableEndpoint, async ({ params, body, expectedVersion }, { person }) => {
      const target = await findDeliverableToChange(dependencies, params.id, person)
      const record = await write((tx) =>
        changeDeliverable(dependencies, tx, target, { ...body, version: expectedVersion.version }),
      )
      mail.wake()
      return { message: 'Deliverable saved', record }
    }),

    defineHandler(updateDeliverablesEndpoint, async ({ body: { deliverables, ...changes } }, { person }) => {
      const targets = await Promise.all(
        deliverables.map(async ({ _id, _version, ...step }) => {
          const target = await findDeliverableToChange(dependencies, _id, person)
          return { target, change: { ...changes, ...step, version: _version } }
        }),
      )
      // Every call locks orders in the same order.
      targets.sort((one, other) => one.target.order.id.localeCompare(other.target.order.id))
      await write(async (tx) => {
        for (const { target, change } of targets)
          await changeDeliverable(dependencies, tx, target, change).catch(async (error: unknown) => {
            throw await nameDeliverable(tx, target, error)
          })
      })
      mail.wake()
      return { message: deliverables.length === 1 ? '1 deliverable saved' : `${deliverables.length} deliverables saved` }
    }),

    // Takes the client's answer to a draft. Throws a 409 unless it is about the current version.
    defineHandler(reviewDeliverableDraftEndpoint, async ({ params, body, expectedVersion: { version } }, { person }) => {
      const { answer, comment } = body
      const target = await findDeliverableToChange(dependencies, params.id, person)
      const record = await write(async (tx) => {
        const locked = await lockDeliverable(tx, target, version)
        if (target.order.customer_email !== person.email) throw new UserError(403, 'Only the client can answer a draft.')
        if (version === undefined) throw new UserError(400, 'Send the _version of the draft that you read.', '_version')
        const after = planDeliverableStep(locked.before, draftAnswerSteps[answer].to, 'customer', { comment })
        return saveDeliverable(dependencies, tx, target, locked, { after, comment, side: 'customer' })
      })
      mail.wake()
      return { message: draftAnswerSteps[answer].message, record }
    }),
  ]
}

type TeamChange = DeliverableChanges & { version: number | undefined }

/** Changes a deliverable's terms, and takes a step. Throws a 404 or a 409, and a 400 for a text that belongs to another step. */
async function changeDeliverable(
  dependencies: WorkDependencies,
  tx: Tx,
  target: DeliverableToChange,
  change: TeamChange,
): Promise<Deliverable> {
  const { version, title, details, dueOn, needsApproval, weight, state, assignee, ...texts } = change
  const { order, context } = target
  const { person } = context
  const locked = await lockDeliverable(tx, target, version)
  const { before, work } = locked
  if (assignee && !(await hasAdminRole(tx, assignee))) throw new UserError(400, 'Choose an admin.', 'assignee')
  const promised: DeliverableTable = {
    ...before,
    ...(title !== undefined && { title }),
    ...(details !== undefined && { details }),
    ...(needsApproval !== undefined && { needs_approval: Number(needsApproval) }),
    ...(weight !== undefined && { weight }),
    ...(dueOn !== undefined && { due_on: dueOn, ...(dueOn !== before.due_on && { due_day: null }) }),
  }
  if (dueOn !== undefined && work.starts_on === null) throw new UserError(409, NOT_STARTED)
  if (promised.needs_approval !== before.needs_approval && (before.state !== 'planned' || before.draft_number > 0))
    throw new UserError(409, 'You can change whether the client approves it only before the work begins.')
  if (promised.weight !== before.weight) await assertPriceSharesCanChange(tx, target)
  if (state !== undefined && before.state === 'not delivered') await endOutcomeOfResumedDeliverable(tx, before)
  if (state === 'delivered' && isMissing(before.state)) await assertNoRefundChosen(tx, before)
  // What was delivered or canceled after a choice is asked about again.
  if (state !== undefined && !isMissing(before.state)) await deleteChoices(tx, before.id)
  if (state === 'delivered' || (state !== undefined && !isOpenDeliverableState(before.state)))
    await claimCarriedWork(tx, before, state)
  if (state === undefined) assertTextsBelongToStep(undefined, texts)
  if (texts.proofFile) await attachProof(dependencies, tx, order, texts.proofFile, person)
  const after = state === undefined ? promised : planDeliverableStep(promised, state, 'team', texts)
  if (haveDeliverableTermsChanged(before, promised)) await audit(tx, 'deliverable.changed', person, order, promised.title)
  // The admin who starts a part does it, unless it has someone.
  const starter = state === 'in progress' && before.state === 'planned' && before.assignee === '' ? person.email : undefined
  const newAssignee = assignee ?? starter
  const changed = { ...after, ...(newAssignee !== undefined && { assignee: newAssignee.toLowerCase() }) }
  const comment = texts.waitingFor ?? texts.reason ?? ''
  // A new weight makes a copy a touched one (P-319).
  const isNewVersion = work.starts_on === null && before.state === 'planned' && promised.weight !== before.weight
  return saveDeliverable(dependencies, tx, target, locked, { after: changed, comment, isNewVersion })
}

/** Puts the title before the sentence of a refused change, unless it is about a field or names the deliverable. */
async function nameDeliverable(tx: Tx, { id }: DeliverableToChange, error: unknown): Promise<unknown> {
  const { title = '' } = (await findDeliverable(tx, id)) ?? {}
  if (!isUserError(error) || error.fields || error.message.includes(title)) return error
  return new UserError(error.status, `“${title}”: ${error.message}`)
}

/** The step of each answer, and what its reply says. */
const draftAnswerSteps: Readonly<Record<(typeof draftAnswers)[number], { to: DeliverableState; message: string }>> = {
  approved: { to: 'approved', message: 'Draft approved' },
  changes: { to: 'changes requested', message: 'Changes requested' },
  'taken back': { to: 'waiting for approval', message: 'Approval taken back' },
}

/** Shows a file of the order to the client. Throws a 400 for any other id. */
async function attachProof(
  { files }: WorkDependencies,
  tx: Tx,
  order: StoredOrder,
  id: string,
  person: WorkCaller,
): Promise<void> {
  await files.attach(tx, order, [id], true, person).catch((error: unknown) => {
    if (!isUserError(error)) throw error
    throw new UserError(400, 'Choose a file from this order.', 'proofFile')
  })
}

async function audit(
  tx: Tx,
  action: 'deliverable.added' | 'deliverable.changed',
  { email }: WorkCaller,
  { number }: StoredOrder,
  title: string,
): Promise<void> {
  await recordAuditEntry(tx, { actor: email, action, subject: String(number), detail: { title } })
}

/** Returns whether a part is neither delivered nor canceled. */
function isMissing(state: DeliverableState): boolean {
  return isOpenDeliverableState(state) || state === 'not delivered'
}

/** Throws a 409 once the client chose a refund or got one: another weight would change its amount. */
async function assertPriceSharesCanChange(tx: Tx, { order, context }: DeliverableToChange): Promise<void> {
  const parts = await serializeDeliverables(tx, await listDeliverables(tx, order.id), context)
  if (parts.some(({ outcome }) => outcome?.kind === 'refunded'))
    throw new UserError(409, 'A share of this order was refunded, so you can’t change any part of the price.')
  const continued = parts.find(({ outcome }) => outcome?.nextOrder)
  if (continued)
    throw new UserError(409, `Another order delivers “${continued.title}”, so you can’t change any part of this order’s price.`)
  // Also while a request to stop, or a payment that went back, hides the choice.
  const choices = await listChoices(
    tx,
    parts.map(({ _id }) => _id),
  )
  const lastChoices = new Map(choices.map(({ deliverable_id, kind }) => [deliverable_id, kind]))
  const chosen = parts.find(({ _id, state, outcome }) => isMissing(state) && !outcome && lastChoices.get(_id) === 'refund')
  if (chosen)
    throw new UserError(409, `The client chose the refund of “${chosen.title}”, so you can’t change any part of the price.`)
}

/** Throws a 409 if the client chose to get the share of a part back. Only an outcome with a reason overrules that. */
async function assertNoRefundChosen(tx: Tx, { id, title }: DeliverableTable): Promise<void> {
  if ((await listChoices(tx, [id])).at(-1)?.kind === 'refund')
    throw new UserError(409, `The client chose the refund of “${title}”. Refund it, or decide otherwise with a reason.`)
}

/** Ends the outcome of a deliverable that the team resumes. Throws a 409 if something followed from it. */
async function endOutcomeOfResumedDeliverable(tx: Tx, { id, title }: DeliverableTable): Promise<void> {
  if (await withdrawWaitingOutcome(tx, id)) {
    await cancelUnlinkedCopies(tx, id)
    await deleteChoices(tx, id)
    return
  }
  const [activeOutcome] = await listActiveDeliverableOutcomes(tx, [id])
  if (!activeOutcome) return
  if (activeOutcome.kind === 'refunded')
    throw new UserError(409, `The share of “${title}” was refunded. Add a new deliverable if you still do it.`)
  throw new UserError(409, `“${title}” is part of order ${activeOutcome.next_order_number} now. Work on it there.`)
}

/**
 * Links a deliverable that is resumed or delivered to the one that it continues. Throws a 409 if another order continues
 * that one now, and if a resumed one's order isn't paid.
 */
async function claimCarriedWork(
  tx: Tx,
  { id, order_id, title, carried_from }: DeliverableTable,
  to: DeliverableState,
): Promise<void> {
  if (carried_from === null) return
  const [activeOutcome] = await listActiveDeliverableOutcomes(tx, [carried_from])
  if (activeOutcome?.carried_to !== id && !(await linkWaitingOutcome(tx, carried_from, id)))
    throw new UserError(409, `“${title}” no longer belongs to this order.`)
  if (to !== 'delivered' && !(await isOrderPaid(tx, order_id)))
    throw new UserError(409, `This order isn’t paid. The next paid order delivers “${title}”.`)
}
