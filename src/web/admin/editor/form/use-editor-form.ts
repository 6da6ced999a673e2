import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FieldsShownAsListDeclaration } from '#contract/core/content-kind.ts'
import type { FieldDeclaration } from '#contract/core/field.ts'
import { renameMarkdownToFieldNames } from '#contract/core/markdown-field-names.ts'
import type { buildAddRecordSchema } from '#contract/core/record-schemas.ts'
import { PASSWORD_CONFIRMATION_FIELD } from '#contract/core/user-error.ts'
import type { FormAnswer, Values } from '#web/forms/form-action.ts'
import { buildFieldId } from '#web/forms/form-field.tsx'
import type { AutosaveTargetWithSnapshot } from '../../autosave/load-server-autosaves.ts'
import { type ConflictingValues, useAutosave } from '../../autosave/use-autosave.ts'
import type { FormSubmission } from '../../forms/form-submission.tsx'
import {
  type CheckFormValuesFunction,
  createFormValuesStore,
  type FormValuesStore,
  pickChangedValues,
  useFormValuesStoreState,
} from '../../forms/form-values-store.ts'
import { useReportFormState } from '../../shell/unsaved-changes.tsx'
import { buildExpectedVersionFields, parseExpectedRecordVersion, parseExpectedStagedVersion } from './expected-version-fields.ts'

export type FieldWithName = { name: string; field: FieldDeclaration }

export type EditorFormDefinition = {
  visibleFields: readonly FieldWithName[]
  fieldsShownAsLists?: readonly FieldsShownAsListDeclaration[] | undefined
  hiddenFields: readonly FieldWithName[]
  savedValues: Values
  schema: ReturnType<typeof buildAddRecordSchema>
  /** The versions that the admin last read. The server refuses a save from an older one (P-22). */
  expectedVersion?: Values
  /** The fields that hold sample text, which the owner should replace. */
  sampleFieldNames?: readonly string[]
}

type Options = {
  id: string
  definition: Pick<EditorFormDefinition, 'savedValues' | 'schema' | 'expectedVersion'>
  submission: FormSubmission
  autosave?: AutosaveTargetWithSnapshot
  /** Whether the form adds records. Such a form is empty after a save. */
  isAdding?: boolean
}

export type EditorFormController = ReturnType<typeof useEditorForm>

/** Controls a form that works the same with and without script. */
export function useEditorForm({ id, definition, submission, autosave: autosaveTarget, isAdding = false }: Options) {
  const { savedValues, schema } = definition
  const { fetchedAnswer, postedAnswer, isBusy } = submission
  const refusedAnswer = postedAnswer?.error === undefined ? undefined : postedAnswer
  // The HTML has no autosaved text, because an admin without script couldn't discard it.
  const initial = { ...savedValues, ...refusedAnswer?.values }
  const [form] = useState(() => createFormValuesStore({ saved: savedValues, initial, validate: createValidator(schema) }))
  const { edited, errors } = useFormValuesStoreState(form)
  const [expectedVersion, setExpectedVersion] = useState(getNextExpectedVersion(postedAnswer) ?? definition.expectedVersion)
  const [conflict, setConflict] = useState<ConflictingValues | undefined>(() =>
    findInitialConflict(postedAnswer, savedValues, autosaveTarget),
  )
  const [discardedValues, setDiscardedValues] = useState<Values>()
  const autosave = useAutosave(form, {
    target: autosaveTarget,
    initial,
    postedValues: refusedAnswer?.values,
    version: parseExpectedRecordVersion(expectedVersion),
    stagedVersion: parseExpectedStagedVersion(expectedVersion),
    onConflict: setConflict,
  })
  const saveError = useSaveError(form, id, refusedAnswer, errors)
  const { submit, tryAgain, getLaterValues } = useSubmit({
    form,
    submission,
    expectedVersion,
    showError: saveError.show,
    onSend: autosave.pause,
  })

  /** Makes `values` the saved values. Text that the admin typed during the save stays edited. */
  function markSaved(values: Values) {
    const laterValues = getLaterValues()
    autosave.markSaved()
    form.reset(values)
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
    if (fetchedAnswer === undefined) return
    setExpectedVersion((knownVersion) => getNextExpectedVersion(fetchedAnswer) ?? knownVersion)
    if (fetchedAnswer.record) rebase(pickTextFields(fetchedAnswer.record))
    if (fetchedAnswer.error === undefined) return markSaved(isAdding ? savedValues : fetchedAnswer.values)
    saveError.show(fetchedAnswer.error, fetchedAnswer.fields)
    autosave.resume(!fetchedAnswer.isTemporary)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => handleAnswer(), [fetchedAnswer])

  const isDirty = edited.length > 0
  useReportFormState(id, { isDirty, hasProblem: saveError.problem !== undefined, isAutosaved: autosaveTarget !== undefined })
  return {
    form,
    id,
    submit,
    /** Sends the form again with the same button. Undefined unless the last error was temporary. */
    tryAgain: fetchedAnswer?.isTemporary && !isBusy ? tryAgain : undefined,
    isBusy,
    isDirty,
    edited,
    errors: saveError.errors,
    problem: saveError.problem,
    expectedVersion,
    conflict,
    /** Call this when the admin has decided every contested field. */
    resolveConflict: autosave.resolveConflict,
    restoredAt: autosave.restoredAt,
    /** The values of the inputs in the server's HTML. */
    initial,
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

type SubmitOptions = {
  form: FormValuesStore
  submission: FormSubmission
  expectedVersion: Values | undefined
  showError: (error: string, fields: Values) => void
  onSend: () => void
}

function useSubmit({ form, submission: { isBusy, submitValues }, expectedVersion, showError, onSend }: SubmitOptions) {
  /** The values of the last attempt, and the fields that aren't in the form store. */
  const lastAttempt = useRef<{ values: Values; extraFields: Values }>({ values: form.saved(), extraFields: {} })
  function send(extraFields: Values) {
    const result = form.validate()
    if ('fieldErrors' in result) return showError(formatErrorCount(Object.keys(result.fieldErrors).length), result.fieldErrors)
    if (isBusy) return
    lastAttempt.current = { values: form.values(), extraFields }
    onSend()
    submitValues({ ...result.body, ...expectedVersion, ...extraFields })
  }
  return {
    submit(event: SubmitEvent<HTMLFormElement>) {
      event.preventDefault()
      send({ ...readPasswordConfirmation(event.currentTarget), ...readSubmitter(event.nativeEvent) })
    },
    tryAgain: () => send(lastAttempt.current.extraFields),
    /** Returns the values that the admin has typed since the last attempt. */
    getLaterValues: () => pickChangedValues(lastAttempt.current.values, form.values()),
  }
}

function createValidator(schema: EditorFormDefinition['schema']): CheckFormValuesFunction {
  return (values) => {
    const result = schema.safeParse(values)
    if (result.success) return { body: result.data as Values }
    const fieldErrors: Values = {}
    for (const { path, message } of result.error.issues) fieldErrors[String(path[0])] ??= message
    return { fieldErrors }
  }
}

/** Returns the versions of the record in the answer: the saved one, or the conflicting one. */
function getNextExpectedVersion(answer: FormAnswer | undefined): Values | undefined {
  return (
    answer?.expectedVersion ??
    (answer?.record && buildExpectedVersionFields({ version: answer.record._version, stagedVersion: answer.record._draft }))
  )
}

/** Returns the conflict of a form post without script, or the changes since the restored autosave. */
function findInitialConflict(
  postedAnswer: FormAnswer | undefined,
  savedValues: Values,
  autosaveTarget: AutosaveTargetWithSnapshot | undefined,
): ConflictingValues | undefined {
  if (postedAnswer?.record) return { currentValues: pickTextFields(postedAnswer.record) }
  const baseValues = autosaveTarget?.snapshot?.baseValues
  return baseValues && { currentValues: savedValues, baseValues }
}

function pickTextFields(record: Record<string, unknown>): Values {
  const texts = Object.entries(record).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return renameMarkdownToFieldNames(Object.fromEntries(texts.filter(([name]) => !name.startsWith('_'))))
}

/** Holds the error of the last save. `refusedAnswer` is the answer to a form post without script. */
function useSaveError(form: FormValuesStore, id: string, refusedAnswer: FormAnswer | undefined, errors: Values) {
  const [saveError, setSaveError] = useState<Pick<FormAnswer, 'error' | 'fields'> | undefined>(refusedAnswer)
  const [isHydrated, setIsHydrated] = useState(false)
  /** Counts the errors, because each error moves the focus to the summary (P-170). */
  const [count, setCount] = useState(refusedAnswer ? 1 : 0)

  const handleHydration = useEffectEvent(() => {
    if (refusedAnswer) form.showErrors(refusedAnswer.fields)
    setIsHydrated(true)
  })
  useEffect(() => handleHydration(), [])
  useEffect(() => {
    if (count > 0) document.getElementById(buildFieldId(id, 'problem'))?.parentElement?.focus()
  }, [id, count])

  const shownErrors = isHydrated ? errors : (refusedAnswer?.fields ?? {})
  const isAboutFields = Object.keys(saveError?.fields ?? {}).length > 0
  const isFixed = isAboutFields && Object.keys(shownErrors).length === 0
  return {
    errors: shownErrors,
    /** The error of the whole form. Undefined once the admin has corrected all invalid fields. */
    problem: isFixed ? undefined : saveError?.error,
    show(error: string, fields: Values) {
      form.showErrors(fields)
      setSaveError({ error, fields })
      setCount((previousCount) => previousCount + 1)
    },
    clear: () => setSaveError(undefined),
  }
}

function readPasswordConfirmation(form: unknown): Values {
  const password = form instanceof HTMLFormElement ? new FormData(form).get(PASSWORD_CONFIRMATION_FIELD) : null
  return typeof password === 'string' ? { [PASSWORD_CONFIRMATION_FIELD]: password } : {}
}

/** Reads the name and value of the submit button, if it has a name. */
function readSubmitter(event: unknown): Values {
  const { submitter } = event as SubmitEvent
  return submitter instanceof HTMLButtonElement && submitter.name ? { [submitter.name]: submitter.value } : {}
}

function formatErrorCount(count: number): string {
  return count === 1 ? 'Not saved: one field needs your attention.' : `Not saved: ${count} fields need your attention.`
}
