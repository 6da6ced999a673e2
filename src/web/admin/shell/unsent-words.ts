import { OWN_DRAFT_DAYS } from '../../../contract/content/own-drafts.ts'
import type { Values } from '../../forms/form-action.ts'

/**
 * What was typed and the server has not got, and when (ms): `values` over what the server had then, of which `seen` is the
 * time (0 where it had nothing). `version` is the record's that the form was opened with.
 */
export type Unsent = { at: number; values: Values; version?: number | undefined; seen: number; base: Values }

/** Of all that this program keeps in the browser. */
const PREFIX = 'draft '

/** The place of one form; by the account, so that nobody else who uses the browser is shown it. */
export function unsentKey(userId: string, kind: string, id: string): string {
  return `${PREFIX}${userId} ${kind} ${id}`
}

export function readUnsent(key: string): Unsent | undefined {
  const left = tryStorage((storage) => JSON.parse(storage.getItem(key) ?? 'null') as Unsent | null) ?? undefined
  if (!left || Date.now() - left.at < OWN_DRAFT_DAYS * 24 * 60 * 60_000) return left
  dropUnsent(key)
  return undefined
}

/** A full or forbidden storage costs the safety net, not the form. */
export function keepUnsent(key: string, unsent: Omit<Unsent, 'at'>): void {
  tryStorage((storage) => storage.setItem(key, JSON.stringify({ at: Date.now(), ...unsent } satisfies Unsent)))
}

export function dropUnsent(key: string): void {
  tryStorage((storage) => storage.removeItem(key))
}

/** Nothing stays for whoever comes next; whoever logs out says that they are done here. */
export function dropAllUnsent(): void {
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
