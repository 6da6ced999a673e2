import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { callInBackground } from '../../call.ts'
import type { Values } from '../../forms/form-action.ts'
import { useRoot } from '../../root.tsx'
import { differing, type FormValues } from '../forms/form-values.ts'
import { createAutosave } from './autosave.ts'
import type { FormAutosave } from './read-autosave.ts'

/** A change that stands against what was typed here: the values now, and the values when the form was opened, if known. */
export type OtherChange = {
  now: Values
  before?: Values
  /** The same person typed it on another device and has not saved it. */
  isOwn?: true
}

type Options = {
  /** Without it nothing is autosaved. */
  place?: FormAutosave
  /** What the inputs hold in the HTML itself. */
  initial: Values
  /** What came back with the page after a plain form post was refused. */
  posted?: Values
  /** Of the record that the saved values are from, and of its staged change. */
  version?: number
  stagedVersion?: number
  onOther: (other: OtherChange) => void
}

/** Restores what was typed and not saved, and autosaves from then on. `restoredAt` says when it was autosaved (ms). */
export function useAutosave(form: FormValues, { place, initial, posted, version, stagedVersion, onOther }: Options) {
  const takeOther = useEffectEvent(({ values, base }: { values: Values; base: Values }) => {
    const saved = form.saved()
    const before = { ...saved, ...base }
    const now = { ...saved, ...values }
    const mine = differing(before, form.values())
    form.set({ ...now, ...mine })
    onOther({ now, before, isOwn: true })
    const isContested = Object.keys(mine).some((name) => now[name] !== before[name] && now[name] !== mine[name])
    if (!isContested) autosave?.settle()
  })
  const autosave = useOwnAutosave(place, (other) => takeOther(other))
  const [restoredAt, setRestoredAt] = useState<number>()

  const keep = useEffectEvent(() => {
    const madeFrom = { ...(version && { version }), ...(stagedVersion && { draft: stagedVersion }) }
    autosave?.keep({ values: differing(form.saved(), form.values()), ...madeFrom })
  })

  const restore = useEffectEvent(() => {
    const saved = form.saved()
    const local = autosave?.local()
    const at = place?.autosaved?.at ?? 0
    const autosaved = differing(saved, { ...(local ?? place?.autosaved)?.values })
    const typedEarly = differing(initial, differing(saved, form.values()))
    form.set(differing(saved, { ...autosaved, ...posted, ...typedEarly }))
    if (Object.keys(typedEarly).length > 0) form.clearErrors()
    if (local && at > 0 && at !== local.seen) autosave?.meetLocal(local.base)
    else if (local?.version !== undefined && version !== local.version && Object.keys(autosaved).length > 0)
      onOther({ now: saved })
    if (local || Object.keys({ ...posted, ...typedEarly }).length > 0) keep()
    if (Object.keys(autosaved).length > 0) setRestoredAt(local?.at ?? at)
  })

  useEffect(() => {
    restore()
    if (!autosave) return
    const flush = () => void autosave.flush()
    const flushHidden = () => document.visibilityState === 'hidden' && flush()
    const unsubscribe = form.subscribe(() => keep())
    addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flushHidden)
    return () => {
      unsubscribe()
      removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flushHidden)
      flush()
    }
  }, [form, autosave])

  const versions = `${version} ${stagedVersion}`
  const keptFor = useRef(versions)
  useEffect(() => {
    if (keptFor.current !== versions) keep()
    keptFor.current = versions
  }, [versions])

  return {
    restoredAt,
    pause: () => autosave?.pause(),
    resume: (wasAnswered: boolean) => autosave?.resume(wasAnswered),
    /** Each contested field is decided. */
    settle() {
      keep()
      autosave?.settle()
    },
    saved() {
      void autosave?.saved()
      setRestoredAt(undefined)
    },
    discard() {
      void autosave?.discard()
      setRestoredAt(undefined)
    },
  }
}

type OnOther = Parameters<typeof createAutosave>[0]['onOther']

function useOwnAutosave(place: FormAutosave | undefined, onOther: OnOther) {
  const { viewer } = useRoot()
  const userId = viewer.kind === 'visitor' ? undefined : viewer.userId
  const [autosave] = useState(() => {
    if (!place || !userId) return undefined
    const { kind, id, autosaved: stored } = place
    return createAutosave({ kind, id, userId, stored, onOther, call: callInBackground })
  })
  return autosave
}
