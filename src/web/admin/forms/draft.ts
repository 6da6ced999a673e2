import { withoutSlash } from '../content/screens.ts'
import type { Values } from './outcome.ts'

/** What was typed and not saved: only the fields that differ, and when (ms). */
export type Draft = { at: number; values: Values }

/** Of this tab and this person only: whoever signs in next in the same tab never sees it. */
export function draftKey(email: string, pathname: string, form: string): string {
  return `draft ${email} ${withoutSlash(pathname)} ${form}`
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
