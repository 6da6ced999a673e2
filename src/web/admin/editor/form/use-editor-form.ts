import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { addBody } from '../../../../contract/grammar/content-kind-schema.ts'
import type { Field } from '../../../../contract/grammar/field.ts'
import { CONFIRMATION } from '../../../../contract/grammar/refusal.ts'
import { fieldId } from '../../../forms/field.tsx'
import type { FormAnswer, Values } from '../../../forms/form-action.ts'
import type { FormAutosave } from '../../autosave/read-autosave.ts'
import { type OtherChange, useAutosave } from '../../autosave/use-autosave.ts'
import { type CheckValues, createFormValues, differing, type FormValues, useFormState } from '../../forms/form-values.ts'
import type { Saving } from '../../forms/saving.tsx'
import { usePageForm } from '../../shell/unsaved-changes.tsx'
import { draftIn, seenOf, versionIn } from './seen.ts'

export type NamedField = { name: string; field: Field }

/** A form: what is filled in, what travels out of sight, what it starts from, what its call accepts. */
export type FormPlan = {
  shown: readonly NamedField[]
  carried: readonly NamedField[]
  saved: Values
  schema: ReturnType<typeof addBody>
  /** What was seen of the record that is changed: a save that was made from an older one is refused. */
  seen?: Values
  /** What the fields held as they were opened that was invented for the owner, who should replace it. */
  samples?: readonly string[]
}

type Options = {
  id: string
  plan: Pick<FormPlan, 'saved' | 'schema' | 'seen'>
  saving: Saving
  /** Where the form autosaves. */
  autosave?: FormAutosave
  /** The form is empty again after it was saved. */
  isAdding?: boolean
}

export type Editor = ReturnType<typeof useEditorForm>

/** A form that works with and without script: the same plain inputs, the same checks, the same answers. */
export function useEditorForm({ id, plan, saving, autosave: place, isAdding = false }: Options) {
  const { saved, schema } = plan
  const { outcome, posted, isBusy } = saving
  const refused = posted?.error === undefined ? undefined : posted
  // No autosaved text: without script nobody could discard it.
  const initial = { ...saved, ...refused?.values }
  const [form] = useState(() => createFormValues({ saved, initial, check: checkBy(schema) }))
  const { edited, errors } = useFormState(form)
  const [seen, setSeen] = useState(seenAfter(posted) ?? plan.seen)
  const [other, setOther] = useState<OtherChange | undefined>(() => otherIn(posted, saved, place))
  const autosave = useAutosave(form, {
    place,
    initial,
    posted: refused?.values,
    version: versionIn(seen),
    stagedVersion: draftIn(seen),
    onOther: setOther,
  })
  const refusal = useRefusal(form, id, refused, errors)
  const { submit, tryAgain, typedSince } = useSubmit({ form, saving, seen, refuse: refusal.show, onSend: autosave.pause })

  /** Takes `values` for the saved ones; what was typed during the save stays edited. */
  function settle(values: Values) {
    const later = typedSince()
    autosave.saved()
    form.reset(values)
    form.set(later)
    refusal.clear()
    setOther(undefined)
  }

  /** Continues from what somebody else has saved: takes over what only they changed, and keeps what was typed here. */
  function rebase(now: Values) {
    const before = form.saved()
    const mine = differing(before, form.values())
    form.reset({ ...before, ...now })
    form.set(mine)
    setOther({ now, before })
  }

  const take = useEffectEvent(() => {
    if (outcome === undefined) return
    setSeen((known) => seenAfter(outcome) ?? known)
    if (outcome.record) rebase(textsIn(outcome.record))
    if (outcome.error === undefined) return settle(isAdding ? saved : outcome.values)
    refusal.show(outcome.error, outcome.fields)
    autosave.resume(!outcome.isTemporary)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => take(), [outcome])

  const isDirty = edited.length > 0
  usePageForm(id, { isDirty, hasProblem: refusal.problem !== undefined, isKept: place !== undefined })
  return {
    form,
    id,
    submit,
    /** Sends the form again by the button of the last try; only where that may help. */
    tryAgain: outcome?.isTemporary && !isBusy ? tryAgain : undefined,
    isBusy,
    isDirty,
    edited,
    errors: refusal.errors,
    problem: refusal.problem,
    seen,
    other,
    /** Each contested field is decided. */
    settleOther: autosave.settle,
    restoredAt: autosave.restoredAt,
    /** What the inputs hold in the HTML itself. */
    initial,
    discard() {
      form.reset()
      refusal.clear()
      setOther(undefined)
      autosave.discard()
    },
  }
}

type Submitting = {
  form: FormValues
  saving: Saving
  seen: Values | undefined
  refuse: (error: string, fields: Values) => void
  onSend: () => void
}

/** Sends the form once its values are checked. */
function useSubmit({ form, saving: { isBusy, save }, seen, refuse, onSend }: Submitting) {
  /** The last try: the fields as they were then, and what went with them. */
  const last = useRef<{ values: Values; more: Values }>({ values: form.saved(), more: {} })
  function send(more: Values) {
    const result = form.check()
    if ('faults' in result) return refuse(notSaved(Object.keys(result.faults).length), result.faults)
    if (isBusy) return
    last.current = { values: form.values(), more }
    onSend()
    save({ ...result.sent, ...seen, ...more })
  }
  return {
    submit(event: SubmitEvent<HTMLFormElement>) {
      event.preventDefault()
      send({ ...confirmationIn(event.currentTarget), ...buttonOf(event.nativeEvent) })
    },
    tryAgain: () => send(last.current.more),
    /** Returns what was typed since the last try. */
    typedSince: () => differing(last.current.values, form.values()),
  }
}

function checkBy(schema: FormPlan['schema']): CheckValues {
  return (values) => {
    const result = schema.safeParse(values)
    if (result.success) return { sent: result.data as Values }
    const faults: Values = {}
    for (const { path, message } of result.error.issues) faults[String(path[0])] ??= message
    return { faults }
  }
}

/** What the next save is made from: the record that was saved, or the one that stood in the way. */
function seenAfter(answer: FormAnswer | undefined): Values | undefined {
  return answer?.seen ?? (answer?.record && seenOf({ version: answer.record._version, draft: answer.record._draft }))
}

/** Returns what stood in the way of a plain post, or was changed since the autosave that the form begins with. */
function otherIn(posted: FormAnswer | undefined, saved: Values, place: FormAutosave | undefined): OtherChange | undefined {
  if (posted?.record) return { now: textsIn(posted.record) }
  const before = place?.autosaved?.before
  return before && { now: saved, before }
}

function textsIn(record: Record<string, unknown>): Values {
  const texts = Object.entries(record).filter((one): one is [string, string] => typeof one[1] === 'string')
  return Object.fromEntries(texts.filter(([name]) => !name.startsWith('_')))
}

/** Why a form was not saved. `refused` is an answer that came back with the page itself: it is shown with and without script. */
function useRefusal(form: FormValues, id: string, refused: FormAnswer | undefined, errors: Values) {
  const [refusal, setRefusal] = useState<Pick<FormAnswer, 'error' | 'fields'> | undefined>(refused)
  const [isLive, setIsLive] = useState(false)
  /** Counts the refusals; each one takes the focus to the summary. */
  const [count, setCount] = useState(refused ? 1 : 0)

  const takeOver = useEffectEvent(() => {
    if (refused) form.showErrors(refused.fields)
    setIsLive(true)
  })
  useEffect(() => takeOver(), [])
  useEffect(() => {
    if (count > 0) document.getElementById(fieldId(id, 'problem'))?.parentElement?.focus()
  }, [id, count])

  const sentences = isLive ? errors : (refused?.fields ?? {})
  const isAboutFields = Object.keys(refusal?.fields ?? {}).length > 0
  const isMended = isAboutFields && Object.keys(sentences).length === 0
  return {
    errors: sentences,
    /** One sentence for the whole form; gone once the fields at fault are mended. */
    problem: isMended ? undefined : refusal?.error,
    show(error: string, fields: Values) {
      form.showErrors(fields)
      setRefusal({ error, fields })
      setCount((before) => before + 1)
    },
    clear: () => setRefusal(undefined),
  }
}

/** The password in a form that is being sent, where it was asked for once more. */
function confirmationIn(form: unknown): Values {
  const password = form instanceof HTMLFormElement ? new FormData(form).get(CONFIRMATION) : null
  return typeof password === 'string' ? { [CONFIRMATION]: password } : {}
}

/** The name and value of the button that sent the form, where it has any. */
function buttonOf(event: unknown): Values {
  const { submitter } = event as SubmitEvent
  return submitter instanceof HTMLButtonElement && submitter.name ? { [submitter.name]: submitter.value } : {}
}

function notSaved(count: number): string {
  return count === 1 ? 'Not saved: one field needs your attention.' : `Not saved: ${count} fields need your attention.`
}
