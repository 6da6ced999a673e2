import { toBusinessDay } from '#contract/core/business-calendar.ts'
import { formatDollars, parseCents } from '#contract/core/money.ts'
import { UserError } from '#contract/core/user-error.ts'
import { canChoose } from '#contract/work/deliverable-choice.ts'
import { chooseForDeliverableEndpoint } from '#contract/work/deliverables.ts'
import { findMigrationTime } from '#platform/db/migrate.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import type { WorkDependencies } from '../../dependencies.ts'
import { buildChoiceEmail } from '../../emails.ts'
import { monthEndMigration } from '../../migrations/0011-month-end.ts'
import { listDeliverables, lockOrderWork } from '../../store.ts'
import { findDeliverableToChange, loadDeliverable, lockDeliverable, saveDeliverable } from '../save-deliverable.ts'
import { loadDeliverableReplyContext, serializeDeliverables } from '../serialize-deliverable.ts'
import { getLastDayToChoose } from './compute-choice.ts'
import { saveChoice } from './store.ts'

/** Takes the client's choice for a missed part. Throws a 403, 404 or 409. */
export function createChoiceHandler(dependencies: WorkDependencies) {
  return defineHandler(chooseForDeliverableEndpoint, async ({ params, body, expectedVersion }, { person }) => {
    const { choice: kind, amount = '' } = body
    const target = await findDeliverableToChange(dependencies, params.id, person)
    const record = await dependencies.write(async (tx) => {
      const locked = await lockDeliverable(tx, target, expectedVersion.version)
      if (target.order.customer_email !== person.email) throw new UserError(403, 'Only the client can choose.')
      if (expectedVersion.version === undefined) throw new UserError(400, 'Send the _version that you read.', '_version')
      const { before } = locked
      const current = await loadDeliverable(tx, before, target.context)
      const { choice } = current
      if (!choice || !canChoose(choice.state, 'client'))
        throw new UserError(409, `There is nothing to choose for “${before.title}” now.`)
      if (kind === 'refund' && choice.share === null)
        throw new UserError(409, `No part of this order’s price pays for “${before.title}”, so there is no share to refund.`)
      if (kind === 'refund' && choice.share !== null && parseCents(amount) !== parseCents(choice.share)) {
        const question = `The share of “${before.title}” is ${formatDollars(choice.share)} now. Please choose again.`
        throw new UserError(409, question, undefined, current)
      }
      await saveChoice(tx, { deliverable_id: before.id, missed_on: choice.missedOn, kind, by_side: 'client' })
      return saveDeliverable(dependencies, tx, target, locked, {
        after: before,
        comment: '',
        side: 'customer',
        isNewVersion: true,
      })
    })
    return { message: 'Thank you. We’ll do it', record }
  })
}

/**
 * Asks a client once about each date that parts of an order missed, but not about dates before clients could choose. A part is
 * finished now without an answer in time.
 */
export async function askForChoices(dependencies: WorkDependencies, orderId: string): Promise<void> {
  const { read, write, orders, mail, choiceQuestions } = dependencies
  const order = await orders.find(orderId)
  if (!order) return
  const context = await loadDeliverableReplyContext(dependencies, { email: '', isAdmin: false })
  const firstDay = toBusinessDay(context.timeZone, await findMigrationTime(read, monthEndMigration))
  await write(async (tx) => {
    // The lock decides between the client's answer and the deadline.
    await lockOrderWork(tx, orderId)
    const parts = await serializeDeliverables(tx, await listDeliverables(tx, orderId), context)
    const asked = parts.filter(({ choice }) => canChoose(choice?.state, 'product'))
    for (const [missedOn = '', missed] of Map.groupBy(asked, ({ choice }) => choice?.missedOn)) {
      const lastDay = missed[0]?.choice?.chooseBy
      if (lastDay && lastDay < context.today)
        for (const { _id } of missed)
          await saveChoice(tx, { deliverable_id: _id, missed_on: missedOn, kind: 'finish', by_side: 'product' })
      if (lastDay || missedOn < firstDay || !(await choiceQuestions.markAsked(tx, { orderId, missedOn }))) continue
      const titles = missed.map(({ title }) => title)
      const chooseBy = getLastDayToChoose(context.timeZone, Date.now())
      await mail.enqueue(tx, buildChoiceEmail(order.customer_email, { order, titles, chooseBy }))
    }
  })
  mail.wake()
}
