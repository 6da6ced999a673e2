import { UserError } from '#contract/core/user-error.ts'
import {
  type DeliverableState,
  type DeliverableStepRule,
  isOpenDeliverableState,
  listAllowedSteps,
  type TeamOrCustomer,
} from '#contract/work/deliverable-workflow.ts'
import type { DeliverableTable } from '../tables.ts'

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
  if (!step) throw new UserError(409, explainRefusal(before, to))
  assertTextsBelongToStep(step, texts)
  // A new draft shows nothing of an earlier one.
  const startsEmpty = !isOpenDeliverableState(before.state) || to === 'waiting for approval'
  const after: DeliverableTable = {
    ...before,
    state: to,
    waiting_for: texts.waitingFor ?? '',
    reason: texts.reason ?? '',
    proof_url: texts.proofUrl ?? (startsEmpty ? '' : before.proof_url),
    proof_file: texts.proofFile ?? (startsEmpty ? '' : before.proof_file),
    proof_note: texts.proofNote ?? (startsEmpty ? '' : before.proof_note),
    draft_number: before.draft_number + Number(to === 'waiting for approval'),
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

function explainRefusal({ title, state, needs_approval }: DeliverableTable, to: DeliverableState): string {
  if (to === 'delivered' && needs_approval === 1 && isOpenDeliverableState(state))
    return 'The client must approve the current draft before it is delivered.'
  return `“${title}” is ${state}. It can’t be ${to} from here.`
}
