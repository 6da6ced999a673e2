import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { callInBackground } from '../../call.ts'
import type { Values } from '../../forms/form-action.ts'
import { useRoot } from '../../root.tsx'
import { createDraftKeeper } from './draft-keeper.ts'
import type { KeptDraft } from './own-draft.ts'

/** What somebody else has saved meanwhile, and what the form was opened with; a plain post does not tell that any more. */
export type Theirs = {
  now: Values
  before?: Values
  /** Not somebody else's: typed by the same person on another device, and not saved. */
  isOwn?: true
}

type Options = {
  /** Without it nothing is kept. */
  draft?: KeptDraft
  /** What the inputs hold in the HTML itself. */
  initial: Values
  /** What came back with the page after a plain form post was refused. */
  posted?: Values
  /** Of the record that the saved values are of, and of what the draft makes of it. */
  version?: number
  drafted?: number
  /** The same person has typed into this form on another device. */
  onOther: (theirs: Theirs) => void
}

/** Puts back what was typed and not saved, and keeps it from now on. Answers when the restored draft was kept (ms). */
export function useDraft(form: UseFormReturn<Values>, { draft, initial, posted, version, drafted, onOther }: Options) {
  const { subscribe, control } = form
  const savedNow = () => control._defaultValues as Values
  const takeOther = useEffectEvent(({ values, base }: { values: Values; base: Values }) => {
    const saved = savedNow()
    const [before, now] = [
      { ...saved, ...base },
      { ...saved, ...values },
    ]
    const mine = differing(before, form.getValues())
    for (const [name, value] of Object.entries({ ...now, ...mine })) form.setValue(name, value, { shouldDirty: true })
    onOther({ now, before, isOwn: true })
    const isContested = Object.keys(mine).some((name) => now[name] !== before[name] && now[name] !== mine[name])
    if (!isContested) keeper?.settle()
  })
  const keeper = useKeeper(draft, (other) => takeOther(other))
  const [restoredAt, setRestoredAt] = useState<number>()

  const keep = useEffectEvent(() => {
    const of = { ...(version && { version }), ...(drafted && { draft: drafted }) }
    keeper?.keep({ values: differing(savedNow(), form.getValues()), ...of })
  })

  const restore = useEffectEvent(() => {
    const saved = savedNow()
    const left = keeper?.left()
    const at = draft?.kept?.at ?? 0
    const kept = differing(saved, { ...(left ?? draft?.kept)?.values })
    // Typed before the page came alive: the library has kept it, yet tells nobody.
    const typedEarly = differing(initial, differing(saved, form.getValues()))
    const found = differing(saved, { ...kept, ...posted, ...typedEarly })
    for (const [name, value] of Object.entries(found)) form.setValue(name, value, { shouldDirty: true })
    if (Object.keys(typedEarly).length > 0) form.clearErrors()
    if (left && at > 0 && at !== left.seen) keeper?.meetLeft(left.base)
    // Saved since by whomever.
    else if (left?.version !== undefined && version !== left.version && Object.keys(kept).length > 0) onOther({ now: saved })
    if (left || Object.keys({ ...posted, ...typedEarly }).length > 0) keep()
    if (Object.keys(kept).length > 0) setRestoredAt(left?.at ?? at)
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

  const keptOf = useRef(`${version} ${drafted}`)
  useEffect(() => {
    if (keptOf.current !== `${version} ${drafted}`) keep()
    keptOf.current = `${version} ${drafted}`
  }, [version, drafted])

  return {
    restoredAt,
    pause: () => keeper?.pause(),
    resume: (wasAnswered: boolean) => keeper?.resume(wasAnswered),
    /** Whatever was asked about what the other device typed is answered. */
    settle() {
      keep()
      keeper?.settle()
    },
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

type Keeping = Parameters<typeof createDraftKeeper>[0]

function useKeeper(draft: KeptDraft | undefined, onOther: Keeping['onOther']) {
  const { viewer } = useRoot()
  const userId = viewer.kind === 'visitor' ? undefined : viewer.userId
  const [keeper] = useState(() => draft && userId && createDraftKeeper({ ...draft, userId, onOther, call: callInBackground }))
  return keeper || undefined
}

/** The values that are not what `saved` holds; names unknown to `saved` are left out. */
export function differing(saved: Values, values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => name in saved && saved[name] !== value))
}
