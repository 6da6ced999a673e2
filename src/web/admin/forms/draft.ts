import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { callInBackground } from '../../call.ts'
import type { Values } from '../../forms/form-action.ts'
import { useRoot } from '../../root.tsx'
import { createDraftKeeper } from './draft-keeper.ts'
import type { KeptDraft } from './own-draft.ts'

type Options = {
  /** Without it nothing is kept. */
  draft?: KeptDraft
  /** What the inputs hold in the HTML itself. */
  initial: Values
  /** What came back with the page after a plain form post was refused. */
  posted?: Values
  /** Of the record that the saved values are of. */
  version?: number
}

/** Puts back what was typed and not saved, and keeps it from now on. Answers when the restored draft was kept (ms). */
export function useDraft(form: UseFormReturn<Values>, { draft, initial, posted, version }: Options) {
  const { subscribe, control } = form
  const keeper = useKeeper(draft)
  const [restoredAt, setRestoredAt] = useState<number>()

  const keep = useEffectEvent(() => {
    keeper?.keep({ values: differing(control._defaultValues as Values, form.getValues()), ...(version && { version }) })
  })

  const restore = useEffectEvent(() => {
    const saved = control._defaultValues as Values
    const left = keeper?.left()
    const kept = differing(saved, { ...draft?.kept?.values, ...left?.values })
    // Typed before the page came alive: the library has kept it, yet tells nobody.
    const typedEarly = differing(initial, differing(saved, form.getValues()))
    const found = differing(saved, { ...kept, ...posted, ...typedEarly })
    for (const [name, value] of Object.entries(found)) form.setValue(name, value, { shouldDirty: true })
    if (Object.keys(typedEarly).length > 0) form.clearErrors()
    if (Object.keys({ ...left?.values, ...posted, ...typedEarly }).length > 0) keep()
    if (Object.keys(kept).length > 0) setRestoredAt(left?.at ?? draft?.kept?.at)
  })

  useEffect(() => {
    restore()
    if (!keeper) return
    const flush = () => void keeper.flush()
    const flushHidden = () => document.visibilityState === 'hidden' && flush()
    const unsubscribe = subscribe({ formState: { values: true }, callback: keep })
    addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flushHidden)
    return () => {
      unsubscribe()
      removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flushHidden)
      flush()
    }
  }, [subscribe, keeper])

  const keptVersion = useRef(version)
  useEffect(() => {
    if (keptVersion.current !== version) keep()
    keptVersion.current = version
  }, [version])

  return {
    restoredAt,
    pause: () => keeper?.pause(),
    resume: (wasAnswered: boolean) => keeper?.resume(wasAnswered),
    saved() {
      void keeper?.saved()
      setRestoredAt(undefined)
    },
    discard() {
      void keeper?.discard()
      setRestoredAt(undefined)
    },
  }
}

function useKeeper(draft: KeptDraft | undefined) {
  const { viewer } = useRoot()
  const email = viewer.kind === 'visitor' ? undefined : viewer.email
  const [keeper] = useState(
    () => draft && email && createDraftKeeper({ ...draft, email, isKept: draft.kept !== undefined, call: callInBackground }),
  )
  return keeper || undefined
}

/** The values that are not what `saved` holds; names unknown to `saved` are left out. */
export function differing(saved: Values, values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => name in saved && saved[name] !== value))
}
