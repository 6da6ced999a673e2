import { OWN_DRAFT_DAYS } from '../../../contract/content/own-drafts.ts'
import type { Values } from '../../forms/form-action.ts'

/**
 * An autosave that the server does not have yet, and when it was made (ms): `values` over `base`, which the server had at
 * `seen` (0 where it had nothing). `version` is the record's version when the form was opened.
 */
export type LocalAutosave = { at: number; values: Values; version?: number | undefined; seen: number; base: Values }

const PREFIX = 'draft '

/** Returns the key of one form. It names the account, so that another user of the browser never sees the text. */
export function localKey(userId: string, kind: string, id: string): string {
  return `${PREFIX}${userId} ${kind} ${id}`
}

export function readLocal(key: string): LocalAutosave | undefined {
  const left = tryStorage((storage) => JSON.parse(storage.getItem(key) ?? 'null') as LocalAutosave | null) ?? undefined
  if (!left || Date.now() - left.at < OWN_DRAFT_DAYS * 24 * 60 * 60_000) return left
  dropLocal(key)
  return undefined
}

/** Does nothing where the storage is full or forbidden: the form works without it. */
export function keepLocal(key: string, autosave: Omit<LocalAutosave, 'at'>): void {
  tryStorage((storage) => storage.setItem(key, JSON.stringify({ at: Date.now(), ...autosave } satisfies LocalAutosave)))
}

export function dropLocal(key: string): void {
  tryStorage((storage) => storage.removeItem(key))
}

/** Deletes all of them when an admin logs out: another user of the browser may come next. */
export function dropAllLocal(): void {
  tryStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key)
  })
}

function tryStorage<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(localStorage)
  } catch {
    return undefined
  }
}
