import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { renameMarkdownToFieldNames } from '#contract/core/markdown-field-names.ts'
import type { Values } from '#web/forms/form-action.ts'
import { buildFieldId } from '#web/forms/form-field.tsx'
import type { RecordVersions } from '../../autosave/autosave.ts'
import type { AutosaveTargetWithSnapshot } from '../../autosave/load-server-autosaves.ts'
import { type ConflictingValues, useAutosave } from '../../autosave/use-autosave.ts'
import type { FormSubmission } from '../../forms/form-submission.tsx'
import { createFormValuesStore, pickChangedValues, useFormValuesStoreState } from '../../forms/form-values-store.ts'
import { useReportFormState } from '../../shell/unsaved-changes.tsx'
import { parseRecordVersions, toVersionFields } from '../records/load-editor-records.ts'
import { createValidator, type EditorFormDefinition } from './editor-form-definition.ts'

type Options = {
  id: string
  definition: Pick<EditorFormDefinition, 'savedValues' | 'schema' | 'versions'>
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
  const { edited, errors, problem } = useFormValuesStoreState(form)
  const [versions, setVersions] = useState<RecordVersions>(definition.versions ?? {})
  const [conflict, setConflict] = useState(() => findChangesSinceAutosave(savedValues, autosaveTarget))
  const [discardedValues, setDiscardedValues] = useState<Values>()
  const autosave = useAutosave(form, { target: autosaveTarget, versions, onConflict: setConflict })
  const lastAttempt = useRef<{ data: FormData; values: Values }>(undefined)
  // Each new error moves the focus to the form's error summary (P-170).
  useEffect(() => {
    if (problem) document.getElementById(buildFieldId(id, 'problem'))?.parentElement?.focus()
  }, [id, problem])

  /** Sends the form's values. `data` has the pressed button, and the password, which no autosave may store. */
  function send(data: FormData) {
    const body = form.validate()
    if (!body || isBusy) return
    lastAttempt.current = { data, values: form.values() }
    autosave.pause()
    for (const [name, value] of Object.entries({ ...body, ...toVersionFields(versions) })) data.set(name, value)
    submission.submitForm(data)
  }

  /** Makes `values` saved values. Text that the admin typed during the save stays edited. */
  function markSaved(values: Values) {
    const laterValues = pickChangedValues(lastAttempt.current?.values ?? form.saved(), form.values())
    autosave.markSaved()
    form.reset({ ...form.saved(), ...values })
    form.setValues(laterValues)
    setConflict(undefined)
  }

  /** Returns the form's fields of a record. About also answers the names of its second variant (P-23). */
  function pickSavedFields(record: Record<string, unknown> = {}): Values {
    const values = Object.entries(renameMarkdownToFieldNames(record)).filter(([name]) => name in form.saved())
    return Object.fromEntries(values.map(([name, value]) => [name, String(value)]))
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
    const { record, error, fields, isTemporary } = answer
    if (record?._version !== undefined) setVersions(parseRecordVersions(record))
    if (error === undefined) return markSaved(isAdding ? savedValues : pickSavedFields(record))
    if (record) rebase(pickSavedFields(record))
    form.showProblem(error, fields)
    autosave.resume(!isTemporary)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => handleAnswer(), [answer])

  const isDirty = edited.length > 0
  useReportFormState(id, { isDirty, hasProblem: problem !== undefined, isAutosaved: autosaveTarget !== undefined })
  return {
    form,
    id,
    submit(event: SubmitEvent<HTMLFormElement>) {
      event.preventDefault()
      send(new FormData(event.currentTarget, (event.nativeEvent as globalThis.SubmitEvent).submitter))
    },
    /** Sends the form again with the same button. Undefined unless the last error was temporary. */
    tryAgain: answer?.isTemporary && !isBusy ? () => lastAttempt.current && send(lastAttempt.current.data) : undefined,
    isBusy,
    isDirty,
    edited,
    errors,
    problem: problem?.message,
    versions,
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

/** Returns what others have saved in the fields of the restored autosave since the admin typed it. */
function findChangesSinceAutosave(
  currentValues: Values,
  autosaveTarget: AutosaveTargetWithSnapshot | undefined,
): ConflictingValues | undefined {
  const baseValues = autosaveTarget?.snapshot?.baseValues
  return baseValues && { currentValues, baseValues }
}
