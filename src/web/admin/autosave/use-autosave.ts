import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { NEW_RECORD_ID } from '#contract/content/autosaves.ts'
import { callWithKeepalive } from '../../call-over-http.ts'
import type { Values } from '../../forms/form-action.ts'
import { useRootData } from '../../root-route.tsx'
import { type FormValuesStore, pickChangedValues } from '../forms/form-values-store.ts'
import { createAutosave, type RecordVersions } from './autosave.ts'
import type { AutosaveTargetWithSnapshot } from './load-server-autosaves.ts'

/** A change that conflicts with this form. `baseValues` are the values when the form was opened, if known. */
export type ConflictingValues = {
  currentValues: Values
  baseValues?: Values
  /** The same user typed the change on another device and hasn't saved it. */
  isSameUser?: true
}

type Options = {
  /** Nothing is autosaved without a target. */
  target?: AutosaveTargetWithSnapshot
  /** The versions that hold the saved values. */
  versions: RecordVersions
  onConflict: (conflict: ConflictingValues) => void
}

/** Restores unsaved text, then autosaves each change. `restoredAt` is the time of the restored autosave in epoch ms. */
export function useAutosave(form: FormValuesStore, { target, versions, onConflict }: Options) {
  const handleConflict = useEffectEvent(({ values, base }: { values: Values; base: Values }) => {
    const saved = form.saved()
    const baseValues = { ...saved, ...base }
    const currentValues = { ...saved, ...values }
    const ownChanges = pickChangedValues(baseValues, form.values())
    form.setValues({ ...currentValues, ...ownChanges })
    onConflict({ currentValues, baseValues, isSameUser: true })
    const isContested = Object.keys(ownChanges).some(
      (name) => currentValues[name] !== baseValues[name] && currentValues[name] !== ownChanges[name],
    )
    if (!isContested) autosave?.resolveConflict()
  })
  const { viewer } = useRootData()
  const [autosave] = useState(() => {
    if (!target || viewer.kind === 'visitor') return undefined
    const { kind, id, snapshot: stored } = target
    const { userId } = viewer
    return createAutosave({ kind, id, userId, stored, onConflict: (change) => handleConflict(change), call: callWithKeepalive })
  })
  const [restoredAt, setRestoredAt] = useState<number>()
  const [initialValues] = useState(form.saved)

  const queueAutosave = useEffectEvent(() => {
    const { version, draft } = versions
    const changedValues = pickChangedValues(form.saved(), form.values())
    // The autosave of a new record also keeps the values that a link had filled in.
    const isTypedRecord = target?.id === NEW_RECORD_ID && Object.keys(changedValues).length > 0
    const values = isTypedRecord ? pickChangedValues(initialValues, form.values()) : changedValues
    autosave?.queueChanges({ values, ...(version && { version }), ...(draft && { draft }) })
  })

  const restore = useEffectEvent(() => {
    const saved = form.saved()
    const localAutosave = autosave?.getLocalAutosave()
    const at = target?.snapshot?.at ?? 0
    const autosavedValues = pickChangedValues(saved, { ...(localAutosave ?? target?.snapshot)?.values })
    const earlyInput = pickChangedValues(saved, form.values())
    form.setValues({ ...autosavedValues, ...earlyInput })
    if (localAutosave && at > 0 && at !== localAutosave.serverSavedAt) autosave?.reconcileLocal(localAutosave.base)
    else if (
      localAutosave?.version !== undefined &&
      versions.version !== localAutosave.version &&
      Object.keys(autosavedValues).length > 0
    )
      onConflict({ currentValues: saved })
    if (localAutosave || Object.keys(earlyInput).length > 0) queueAutosave()
    if (Object.keys(autosavedValues).length > 0) setRestoredAt(localAutosave?.at ?? at)
  })

  useEffect(() => {
    restore()
    if (!autosave) return
    const flush = () => void autosave.flush()
    const flushWhenHidden = () => document.visibilityState === 'hidden' && flush()
    const unsubscribe = form.subscribe(() => queueAutosave())
    addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flushWhenHidden)
    return () => {
      unsubscribe()
      removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flushWhenHidden)
      flush()
    }
  }, [form, autosave])

  const savedVersions = useRef(versions)
  useEffect(() => {
    if (savedVersions.current !== versions) queueAutosave()
    savedVersions.current = versions
  }, [versions])

  return {
    restoredAt,
    pause: () => autosave?.pause(),
    resume: (wasAnswered: boolean) => autosave?.resume(wasAnswered),
    /** Call this when the admin has decided every contested field. */
    resolveConflict() {
      queueAutosave()
      autosave?.resolveConflict()
    },
    markSaved() {
      void autosave?.markSaved()
      setRestoredAt(undefined)
    },
    discard() {
      void autosave?.discard()
      setRestoredAt(undefined)
    },
  }
}
