import { useEffect, useEffectEvent, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { differing, dropDraft, keepDraft, readDraft } from './draft.ts'
import type { Values } from './outcome.ts'

type Options = {
  /** Without it nothing is kept (passwords). */
  key?: string
  /** What came back with the page after a plain form post was refused. */
  posted?: Values
}

/** Puts back what was typed and not saved, and keeps it from now on. Answers when the restored draft was kept (ms). */
export function useDraft(form: UseFormReturn<Values>, { key, posted }: Options) {
  const { subscribe, control } = form
  const [restoredAt, setRestoredAt] = useState<number>()

  const restore = useEffectEvent(() => {
    const saved = control._defaultValues as Values
    const draft = key ? readDraft(key) : undefined
    // Typed before the page came alive: the library has kept it, yet tells nobody.
    const typedEarly = differing(saved, form.getValues())
    const found = differing(saved, { ...draft?.values, ...posted, ...typedEarly })
    for (const [name, value] of Object.entries(found)) form.setValue(name, value, { shouldDirty: true })
    if (Object.keys(typedEarly).length > 0) form.clearErrors()
    if (key && Object.keys({ ...posted, ...typedEarly }).length > 0) keepDraft(key, saved, form.getValues())
    if (draft && Object.keys(found).length > 0) setRestoredAt(draft.at)
  })

  useEffect(() => {
    restore()
    if (!key) return
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => keepDraft(key, control._defaultValues as Values, values),
    })
  }, [subscribe, control, key])

  return {
    restoredAt,
    forget: () => {
      if (key) dropDraft(key)
      setRestoredAt(undefined)
    },
  }
}
