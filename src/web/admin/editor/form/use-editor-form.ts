import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type FieldErrors, type Resolver, type UseFormReturn, useForm } from 'react-hook-form'
import type { addBody } from '../../../../contract/grammar/content-kind-schema.ts'
import type { Field } from '../../../../contract/grammar/field.ts'
import { CONFIRMATION } from '../../../../contract/grammar/refusal.ts'
import { fieldId } from '../../../forms/field.tsx'
import type { FormAnswer, Values } from '../../../forms/form-action.ts'
import { differing, type Theirs, useDraft } from '../../autosave/draft.ts'
import type { KeptDraft } from '../../autosave/own-draft.ts'
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
  /** Where what is typed is kept until it is saved. */
  draft?: KeptDraft
  /** The form is empty again after it was saved. */
  isAdding?: boolean
}

export type Editor = ReturnType<typeof useEditorForm>

/** A form that works with and without script: the same plain inputs, the same checks, the same answers. */
export function useEditorForm({ id, plan, saving, draft: keptDraft, isAdding = false }: Options) {
  const { saved, schema } = plan
  const { outcome, posted, isBusy, save } = saving
  const form = useForm<Values>({
    defaultValues: saved,
    resolver: zodResolver(schema as never) as unknown as Resolver<Values>,
    shouldFocusError: false,
  })
  const { isDirty, dirtyFields } = form.formState
  const refused = posted?.error === undefined ? undefined : posted
  const [seen, setSeen] = useState(seenAfter(posted) ?? plan.seen)
  // Nothing that was kept: without script nobody could discard it.
  const initial = { ...saved, ...refused?.values }
  const [theirs, setTheirs] = useState<Theirs | undefined>(() => theirsIn(posted, saved, keptDraft))
  const draft = useDraft(form, {
    draft: keptDraft,
    initial,
    posted: refused?.values,
    version: versionIn(seen),
    drafted: draftIn(seen),
    onOther: setTheirs,
  })
  const refusal = useRefusal(form, id, refused)
  /** What the last try sent: the fields as they were then, and what went with them. */
  const sent = useRef<{ values: Values; more: Values }>({ values: saved, more: {} })

  /** Takes `values` for the saved ones; what was typed while they travelled stays and counts as changed. */
  function settle(values: Values) {
    const typedSince = differing(sent.current.values, form.getValues())
    draft.saved()
    form.reset(values, { keepFieldsRef: true })
    for (const [name, value] of Object.entries(typedSince)) form.setValue(name, value, { shouldDirty: true })
    refusal.clear()
    setTheirs(undefined)
  }

  /** Goes on from what somebody else has saved: what only they changed is taken over, what was typed here stays. */
  function goOnFrom(now: Values) {
    const before = form.control._defaultValues as Values
    const mine = differing(before, form.getValues())
    form.reset({ ...before, ...now }, { keepFieldsRef: true })
    for (const [name, value] of Object.entries(mine)) form.setValue(name, value, { shouldDirty: true })
    setTheirs({ now, before })
  }

  const take = useEffectEvent(() => {
    if (outcome === undefined) return
    setSeen((known) => seenAfter(outcome) ?? known)
    if (outcome.record) goOnFrom(textsIn(outcome.record))
    if (outcome.error === undefined) return settle(isAdding ? saved : outcome.values)
    refusal.show(outcome.error, outcome.fields)
    draft.resume(!outcome.isTemporary)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => take(), [outcome])

  usePageForm(id, { isDirty, hasProblem: refusal.problem !== undefined, isKept: keptDraft !== undefined })

  function send(values: Values, more: Values) {
    if (isBusy) return
    sent.current = { values: form.getValues(), more }
    draft.pause()
    save({ ...values, ...seen, ...more })
  }

  function refuse(errors: FieldErrors<Values>) {
    const fields = sentencesOf(errors)
    refusal.show(notSaved(Object.keys(fields).length), fields)
  }

  return {
    form,
    id,
    submit: form.handleSubmit(
      (values, event) => send(values, { ...confirmationIn(event?.target), ...buttonOf(event?.nativeEvent) }),
      refuse,
    ),
    /** Sends the form once more by the button of the last try; only where that may help. */
    tryAgain:
      outcome?.isTemporary && !isBusy ? form.handleSubmit((values) => send(values, sent.current.more), refuse) : undefined,
    isBusy,
    isDirty,
    edited: Object.keys(dirtyFields),
    errors: refusal.errors,
    problem: refusal.problem,
    seen,
    theirs,
    /** What was asked about that is answered. */
    settleTheirs: draft.settle,
    restoredAt: draft.restoredAt,
    /** What the inputs hold in the HTML itself. */
    initial,
    discard() {
      form.reset(undefined, { keepFieldsRef: true })
      refusal.clear()
      setTheirs(undefined)
      draft.discard()
    },
  }
}

/** What the next save is made from: the record that was saved, or the one that stood in the way. */
function seenAfter(answer: FormAnswer | undefined): Values | undefined {
  return answer?.seen ?? (answer?.record && seenOf({ version: answer.record._version, draft: answer.record._draft }))
}

/** What stood in the way of a plain post, or was changed since the words were typed that the form begins with. */
function theirsIn(posted: FormAnswer | undefined, saved: Values, draft: KeptDraft | undefined): Theirs | undefined {
  if (posted?.record) return { now: textsIn(posted.record) }
  const before = draft?.kept?.before
  return before && { now: saved, before }
}

function textsIn(record: Record<string, unknown>): Values {
  const texts = Object.entries(record).filter((one): one is [string, string] => typeof one[1] === 'string')
  return Object.fromEntries(texts.filter(([name]) => !name.startsWith('_')))
}

/**
 * Why a form was not saved. `refused` is an answer that came back with the page itself: it is shown from
 * the first render on, script or not, and handed to the form library as soon as there is one.
 */
function useRefusal(form: UseFormReturn<Values>, id: string, refused: FormAnswer | undefined) {
  const [refusal, setRefusal] = useState<Pick<FormAnswer, 'error' | 'fields'> | undefined>(refused)
  const [isLive, setIsLive] = useState(false)
  /** Counts the refusals; each one takes the focus to the summary. */
  const [count, setCount] = useState(refused ? 1 : 0)
  const { errors } = form.formState

  const takeOver = useEffectEvent(() => {
    if (refused) markFields(form, refused.fields)
    setIsLive(true)
  })
  useEffect(() => takeOver(), [])
  useEffect(() => {
    if (count > 0) document.getElementById(fieldId(id, 'problem'))?.parentElement?.focus()
  }, [id, count])

  const sentences = isLive ? sentencesOf(errors) : (refused?.fields ?? {})
  const isAboutFields = Object.keys(refusal?.fields ?? {}).length > 0
  const isMended = isAboutFields && Object.keys(sentences).length === 0
  return {
    errors: sentences,
    /** One sentence for the whole form; gone once the fields at fault are mended. */
    problem: isMended ? undefined : refusal?.error,
    show(error: string, fields: Values) {
      markFields(form, fields)
      setRefusal({ error, fields })
      setCount((before) => before + 1)
    },
    clear: () => setRefusal(undefined),
  }
}

function markFields(form: UseFormReturn<Values>, fields: Values): void {
  for (const [name, message] of Object.entries(fields)) form.setError(name, { type: 'refused', message })
}

function sentencesOf(errors: FieldErrors<Values>): Values {
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, String(error?.message)]))
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
