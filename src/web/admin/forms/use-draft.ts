import { useEffect, useEffectEvent, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { differing, dropDraft, keepDraft, readDraft } from './draft.ts'
import type { Values } from './outcome.ts'
import { useTypedEarly } from './use-typed-early.ts'

/**
 * Puts back what was typed and not saved, and keeps it from now on. Answers when the restored draft was
 * kept (ms). Without a `key` nothing is kept (passwords).
 */
export function useDraft(form: UseFormReturn<Values>, { id, key }: { id: string; key?: string }) {
  const typedEarly = useTypedEarly(id)
  const [restoredAt, setRestoredAt] = useState<number>()

  const restore = useEffectEvent(() => {
    const draft = key ? readDraft(key) : undefined
    const saved = form.getValues()
    const found = differing(saved, { ...draft?.values, ...differing(saved, typedEarly) })
    for (const [name, value] of Object.entries(found)) form.setValue(name, value, { shouldDirty: true })
    if (draft && Object.keys(found).length > 0) setRestoredAt(draft.at)
  })

  const { subscribe, control } = form
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
