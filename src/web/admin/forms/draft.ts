import { useEffect, useEffectEvent, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Values } from '../../forms/form-action.ts'
import { withoutSlash } from '../content/screens.ts'

/** What was typed and not saved: only the fields that differ, and when (ms). */
export type Draft = { at: number; values: Values }

/** Of this tab and this person only: whoever signs in next in the same tab never sees it. */
export function draftKey(email: string, pathname: string, form: string): string {
  return `draft ${email} ${withoutSlash(pathname)} ${form}`
}

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

export function readDraft(key: string): Draft | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps what differs from `saved`; nothing is kept where nothing does. */
export function keepDraft(key: string, saved: Values, values: Values): void {
  const changed = differing(saved, values)
  if (Object.keys(changed).length === 0) dropDraft(key)
  // A full or forbidden storage costs the safety net, not the form.
  else tryStorage(() => sessionStorage.setItem(key, JSON.stringify({ at: Date.now(), values: changed } satisfies Draft)))
}

export function dropDraft(key: string): void {
  tryStorage(() => sessionStorage.removeItem(key))
}

/** The values that are not what `saved` holds; names unknown to `saved` are left out. */
export function differing(saved: Values, values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => name in saved && saved[name] !== value))
}

function tryStorage(work: () => void): void {
  try {
    work()
  } catch {}
}
