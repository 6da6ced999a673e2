import { AUTOSAVE_RETENTION_DAYS } from '#contract/content/autosaves.ts'
import type { Values } from '../../forms/form-action.ts'

/**
 * An autosave of `at` (epoch ms) that the server doesn't have yet. `values` change `base`, the server's copy of
 * `serverSavedAt` (epoch ms, 0 if it had none). `version` is the record's version when the form was opened.
 */
type LocalAutosave = { at: number; values: Values; version?: number | undefined; serverSavedAt: number; base: Values }

const PREFIX = 'draft '

/** Returns the storage key of a form. The key names the user, so other users of the browser never see the text. */
export function getLocalAutosaveKey(userId: string, kind: string, id: string): string {
  return `${PREFIX}${userId} ${kind} ${id}`
}

export function readLocalAutosave(key: string): LocalAutosave | undefined {
  const storedAutosave = withStorage((storage) => JSON.parse(storage.getItem(key) ?? 'null') as LocalAutosave | null) ?? undefined
  if (!storedAutosave || Date.now() - storedAutosave.at < AUTOSAVE_RETENTION_DAYS * 24 * 60 * 60_000) return storedAutosave
  deleteLocalAutosave(key)
  return undefined
}

/** Whether the user logs out. The page that unloads then must keep nothing. */
let isLoggingOut = false

/** Does nothing if the storage is full or forbidden. */
export function saveLocalAutosave(key: string, autosave: Omit<LocalAutosave, 'at'>): void {
  if (isLoggingOut) return
  withStorage((storage) => storage.setItem(key, JSON.stringify({ at: Date.now(), ...autosave } satisfies LocalAutosave)))
}

export function deleteLocalAutosave(key: string): void {
  withStorage((storage) => storage.removeItem(key))
}

/** Deletes the autosaves of all users. Called at logout. */
export function clearLocalAutosaves(): void {
  isLoggingOut = true
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
