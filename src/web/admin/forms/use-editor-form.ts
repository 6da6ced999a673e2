import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useEffectEvent, useRef } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { differing } from './draft.ts'
import type { FormPlan } from './form-plan.ts'
import { isFailed, type Values } from './outcome.ts'
import { usePageForm } from './page-forms.tsx'
import { passwordIn } from './password-in.ts'
import { useDraft } from './use-draft.ts'
import { useFailure } from './use-failure.ts'
import type { Saving } from './use-saving.ts'

type Options = {
  id: string
  plan: Pick<FormPlan, 'saved' | 'schema'>
  saving: Saving
  draftKey?: string
  /** The form is empty again after it was saved. */
  isAdding?: boolean
}

export type EditorForm = ReturnType<typeof useEditorForm>

/** A form that works with and without script: the same plain inputs, the same checks, the same answers. */
export function useEditorForm({ id, plan, saving, draftKey, isAdding = false }: Options) {
  const { saved, schema } = plan
  const { outcome, posted, isBusy, save } = saving
  const form = useForm<Values>({
    defaultValues: saved,
    resolver: zodResolver(schema as never) as unknown as Resolver<Values>,
    shouldFocusError: false,
  })
  const { isDirty, dirtyFields } = form.formState
  const refused = isFailed(posted) ? posted : undefined
  const draft = useDraft(form, { key: draftKey, posted: refused?.values })
  const failure = useFailure(form, refused)
  const sent = useRef<Values>(saved)

  /** Takes `values` for the saved ones; what was typed while they travelled stays and counts as changed. */
  function settle(values: Values) {
    const typedSince = differing(sent.current, form.getValues())
    form.reset(values, { keepFieldsRef: true })
    for (const [name, value] of Object.entries(typedSince)) form.setValue(name, value, { shouldDirty: true })
    failure.clear()
    draft.forget()
  }

  const take = useEffectEvent(() => {
    if (isFailed(outcome)) failure.show(outcome)
    else if (outcome) settle(isAdding ? saved : outcome.values)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => take(), [outcome])

  usePageForm(id, { isDirty, hasProblem: failure.problem !== undefined, draftKey })

  const submit = form.handleSubmit(
    (values, event) => {
      if (isBusy) return
      sent.current = form.getValues()
      save(values, passwordIn(event?.target))
    },
    (errors) => {
      const fields = Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, String(error?.message)]))
      failure.show({ form: id, error: notSaved(Object.keys(fields).length), fields, values: form.getValues() })
    },
  )

  return {
    form,
    id,
    submit,
    isBusy,
    isDirty,
    edited: Object.keys(dirtyFields),
    errors: failure.errors,
    problem: failure.problem,
    refusals: failure.refusals,
    restoredAt: draft.restoredAt,
    /** What the inputs hold in the HTML itself. */
    initial: { ...saved, ...refused?.values },
    discard() {
      form.reset(undefined, { keepFieldsRef: true })
      failure.clear()
      draft.forget()
    },
  }
}

function notSaved(count: number): string {
  return count === 1 ? 'Not saved: one field needs your attention.' : `Not saved: ${count} fields need your attention.`
}
