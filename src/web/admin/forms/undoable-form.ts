import { UserError } from '#contract/core/user-error.ts'
import { defineForm, type FormAnswer, type FormDefinition, type FormResult, type SubmittedForm } from '../../forms/form-action.ts'
import { hiddenFieldSpec } from '../../forms/form-field.tsx'
import { createFormRenderingId } from '../../forms/form-idempotency-key.ts'

/** The field with the id of an undo. */
const UNDO_FIELD = '_undo'

type UndoFunction = () => Promise<FormResultWithUndo>

/** The result of a handler, with a function that undoes what it did. */
export type FormResultWithUndo = Omit<FormResult, 'undo'> & { undo?: UndoFunction }

/** Form data carries only texts, so the undo of an answer waits here under its id, until the browser leaves the admin area. */
const undoFunctions = new Map<string, UndoFunction>()

/** Defines a form whose handler may answer with a function that undoes what it did. */
export function defineUndoableForm<Name extends string>(
  fields: Parameters<typeof defineForm<Name>>[0],
  handler: (submittedForm: SubmittedForm<Name>) => Promise<FormResultWithUndo>,
): FormDefinition {
  return defineForm({ ...fields, [UNDO_FIELD]: hiddenFieldSpec }, async (submittedForm) => {
    const undoId = submittedForm.postedValues[UNDO_FIELD]
    const runUndo = undoFunctions.get(undoId ?? '')
    if (undoId && !runUndo) throw new UserError(400, 'This can’t be undone here anymore. Reload the page to see how it is now.')
    const { undo, ...result } = await (runUndo ? runUndo() : handler(submittedForm as SubmittedForm<Name>))
    if (undo === undefined) return result
    const id = createFormRenderingId()
    undoFunctions.set(id, undo)
    return { ...result, undo: id }
  })
}

/** Returns the values that undo an action, or that try an undo again after it failed. */
export function getUndoValues(answer: FormAnswer | undefined) {
  const id = answer?.undo ?? (answer?.error === undefined ? undefined : answer.values[UNDO_FIELD])
  return id ? { ...answer?.values, [UNDO_FIELD]: id } : undefined
}
