import { useEffect, useEffectEvent, useState } from 'react'
import { renameMarkdownToFieldNames } from '#contract/core/markdown-field-names.ts'
import type { FormAnswer, Values } from '#web/forms/form-action.ts'
import type { AutosaveTargetWithSnapshot } from '../../autosave/load-server-autosaves.ts'
import { type ConflictingValues, useAutosave } from '../../autosave/use-autosave.ts'
import type { FormSubmission } from '../../forms/form-submission.tsx'
import { createFormValuesStore, pickChangedValues, useFormValuesStoreState } from '../../forms/form-values-store.ts'
import { useReportFormState } from '../../shell/unsaved-changes.tsx'
import { createValidator, type EditorFormDefinition } from './editor-form-definition.ts'
import { buildExpectedVersionFields, parseExpectedRecordVersion, parseExpectedStagedVersion } from './expected-version-fields.ts'
import { useSaveError } from './use-save-error.ts'
import { useSubmit } from './use-submit.ts'

type Options = {
  id: string
  definition: Pick<EditorFormDefinition, 'savedValues' | 'schema' | 'expectedVersion'>
  submission: FormSubmission
  autosave?: AutosaveTargetWithSnapshot
  /** Whether the form adds records. Such a form is empty after a save. */
  isAdding?: boolean
}

export type EditorFormController = ReturnType<typeof useEditorForm>

/** Controls a form: its values, autosave, saves, and conflicts with other saves. */
export function useEditorForm({ id, definition, submission, autosave: autosaveTarget, isAdding = false }: Options) {
  const { savedValues, schema } = definition
  const { answer, isBusy } = submission
  const [form] = useState(() => createFormValuesStore({ saved: savedValues, validate: createValidator(schema) }))
  const { edited, errors } = useFormValuesStoreState(form)
  const [expectedVersion, setExpectedVersion] = useState(definition.expectedVersion)
  const [conflict, setConflict] = useState(() => findChangesSinceAutosave(savedValues, autosaveTarget))
  const [discardedValues, setDiscardedValues] = useState<Values>()
  const autosave = useAutosave(form, {
    target: autosaveTarget,
    version: parseExpectedRecordVersion(expectedVersion),
    stagedVersion: parseExpectedStagedVersion(expectedVersion),
    onConflict: setConflict,
  })
  const saveError = useSaveError(form, id, errors)
  const { submit, tryAgain, getLaterValues } = useSubmit({
    form,
    submission,
    expectedVersion,
    showError: saveError.show,
    onSend: autosave.pause,
  })

  /** Makes `values` saved values, and the fields without one unedited. Text that the admin typed during the save stays edited. */
  function markSaved(values: Values) {
    const laterValues = getLaterValues()
    autosave.markSaved()
    form.reset({ ...form.saved(), ...values })
    form.setValues(laterValues)
    saveError.clear()
    setConflict(undefined)
  }

  /** Merges another save: takes its values, except for the fields that this form has edited. */
  function rebase(currentValues: Values) {
    const baseValues = form.saved()
    const ownChanges = pickChangedValues(baseValues, form.values())
    form.reset({ ...baseValues, ...currentValues })
    form.setValues(ownChanges)
    setConflict({ currentValues, baseValues })
  }

  const handleAnswer = useEffectEvent(() => {
    if (answer === undefined) return
    setExpectedVersion((knownVersion) => getNextExpectedVersion(answer) ?? knownVersion)
    if (answer.record) rebase(pickTextFields(answer.record))
    if (answer.error === undefined) return markSaved(isAdding ? savedValues : answer.values)
    saveError.show(answer.error, answer.fields)
    autosave.resume(!answer.isTemporary)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => handleAnswer(), [answer])

  const isDirty = edited.length > 0
  useReportFormState(id, { isDirty, hasProblem: saveError.problem !== undefined, isAutosaved: autosaveTarget !== undefined })
  return {
    form,
    id,
    submit,
    /** Undefined unless the last error was temporary. */
    tryAgain: answer?.isTemporary && !isBusy ? tryAgain : undefined,
    isBusy,
    isDirty,
    edited,
    errors,
    problem: saveError.problem,
    expectedVersion,
    conflict,
    /** Call this when the admin has decided every contested field. */
    resolveConflict: autosave.resolveConflict,
    restoredAt: autosave.restoredAt,
    /** The text of the last discard, while the page is open. */
    discardedValues,
    restoreDiscarded() {
      if (discardedValues) form.setValues(discardedValues)
      setDiscardedValues(undefined)
      focusPageHeading()
    },
    discard() {
      setDiscardedValues(pickChangedValues(form.saved(), form.values()))
      form.reset()
      saveError.clear()
      setConflict(undefined)
      autosave.discard()
      focusPageHeading()
    },
  }
}

/** Moves the focus from a button that disappears. */
function focusPageHeading(): void {
  document.querySelector('h1')?.focus()
}

/** Returns the versions of the record in the answer: the saved one, or the conflicting one. */
function getNextExpectedVersion({ expectedVersion, record }: FormAnswer): Values | undefined {
  return expectedVersion ?? (record && buildExpectedVersionFields({ version: record._version, stagedVersion: record._draft }))
}

/** Returns what others have saved in the fields of the restored autosave since the admin typed it. */
function findChangesSinceAutosave(
  currentValues: Values,
  autosaveTarget: AutosaveTargetWithSnapshot | undefined,
): ConflictingValues | undefined {
  const baseValues = autosaveTarget?.snapshot?.baseValues
  return baseValues && { currentValues, baseValues }
}

function pickTextFields(record: Record<string, unknown>): Values {
  const texts = Object.entries(record).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return renameMarkdownToFieldNames(Object.fromEntries(texts.filter(([name]) => !name.startsWith('_'))))
}
