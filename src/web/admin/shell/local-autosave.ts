import { AUTOSAVE_RETENTION_DAYS } from '../../../contract/content/autosaves.ts'
import type { Values } from '../../forms/form-action.ts'

/**
 * An autosave that the server does not have yet, and when it was made (ms): `values` over `base`, which the server had at
 * `seen` (0 where it had nothing). `version` is the record's version when the form was opened.
 */
export type LocalAutosave = { at: number; values: Values; version?: number | undefined; serverSavedAt: number; base: Values }

const PREFIX = 'draft '

/** Returns the key of one form. It names the account, so that another user of the browser never sees the text. */
export function getLocalAutosaveKey(userId: string, kind: string, id: string): string {
  return `${PREFIX}${userId} ${kind} ${id}`
}

export function readLocalAutosave(key: string): LocalAutosave | undefined {
  const storedAutosave = withStorage((storage) => JSON.parse(storage.getItem(key) ?? 'null') as LocalAutosave | null) ?? undefined
  if (!storedAutosave || Date.now() - storedAutosave.at < AUTOSAVE_RETENTION_DAYS * 24 * 60 * 60_000) return storedAutosave
  deleteLocalAutosave(key)
  return undefined
}

/** Does nothing where the storage is full or forbidden: the form works without it. */
export function saveLocalAutosave(key: string, autosave: Omit<LocalAutosave, 'at'>): void {
  withStorage((storage) => storage.setItem(key, JSON.stringify({ at: Date.now(), ...autosave } satisfies LocalAutosave)))
}

export function deleteLocalAutosave(key: string): void {
  withStorage((storage) => storage.removeItem(key))
}

/** Deletes all of them when an admin logs out: another user of the browser may come next. */
export function clearLocalAutosaves(): void {
  withStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key)
  })
}

function withStorage<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(localStorage)
  } catch {
    return undefined
  }
}
