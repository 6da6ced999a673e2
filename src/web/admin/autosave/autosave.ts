import { deleteAutosaveEndpoint, saveAutosaveEndpoint } from '#contract/content/autosaves.ts'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import { isUserError } from '#contract/core/user-error.ts'
import type { Values } from '../../forms/form-action.ts'
import { deleteLocalAutosave, getLocalAutosaveKey, readLocalAutosave, saveLocalAutosave } from '../shell/local-autosave.ts'

/** Names a form by content kind and record id. The id is `NEW_RECORD_ID` in an add form. */
export type AutosaveTarget = { kind: string; id: string }

/** The versions that an admin last read: the record's, and its staged change's. */
export type RecordVersions = { version?: number; draft?: number }

/** The values that differ from the saved ones of these versions. */
type UnsavedChanges = RecordVersions & { values: Values }

/** The server's copy. `at` is its time in epoch ms, or 0 if the server has none. */
type StoredAutosave = { at: number; values: Values }

/** In ms: the wait before a change is sent, and before an unanswered autosave is sent again. */
export const AUTOSAVE_SEND_AND_RETRY_DELAYS = { change: 1_500, retry: 15_000 }

type Options = AutosaveTarget & {
  /** Keeps the text from other users of the same browser. */
  userId: string
  stored?: StoredAutosave | undefined
  call: ApiCallFunction
  /** Called when the same user typed into this form on another device. Nothing is sent until `resolveConflict`. */
  onConflict: (conflict: { values: Values; base: Values }) => void
}

type AutosaveState = Options & {
  key: string
  /** The server's copy as this form last knew it. */
  lastKnown: StoredAutosave
  /** The other device's autosave. */
  conflict?: StoredAutosave | undefined
  pendingChanges?: UnsavedChanges | undefined
  /** The values of the request that has no answer yet. */
  sentValues?: Values | undefined
  /** The last queued change as JSON. The form also reports edits that change nothing. */
  lastText: string
  timer?: ReturnType<typeof setTimeout> | undefined
  isSending: boolean
  isPaused: boolean
  /** Whether the server couldn't take the last text. Then the browser keeps each change at once. */
  isServerBehind: boolean
  /** Whether the running save deletes the server's autosave. False if an autosave may arrive after the save. */
  isDeletedBySave: boolean
}

/**
 * Stores the typed text of one form on the server. The browser keeps it only while the server can't take it: while the admin
 * is offline or logged out, and while the page unloads (docs/decisions/0041).
 */
export function createAutosave(options: Options) {
  const state: AutosaveState = {
    ...options,
    key: getLocalAutosaveKey(options.userId, options.kind, options.id),
    lastKnown: options.stored ?? { at: 0, values: {} },
    lastText: '',
    isSending: false,
    isPaused: false,
    isServerBehind: false,
    isDeletedBySave: true,
  }
  return {
    /** Returns the text that only this browser has. */
    getLocalAutosave: () => readLocalAutosave(state.key),

    /** Reports a conflict because the browser's text changes `base`, and the server has another text. */
    reconcileLocal(base: Values): void {
      const storedAutosave = state.lastKnown
      state.lastKnown = { at: -1, values: base }
      reportConflict(state, storedAutosave)
    },

    queueChanges: (changes: UnsavedChanges) => queueChanges(state, changes),

    /** Sends the form's values, which now hold the result of the conflict. */
    resolveConflict(): void {
      if (!state.conflict) return
      state.lastKnown = state.conflict
      state.conflict = undefined
      scheduleSend(state, 0)
    },

    /** Sends at once, before the page unloads. The browser keeps the text, because the answer may not arrive. */
    flush(): Promise<void> {
      saveLocally(state)
      return send(state)
    },

    /** Stops sending during a save. `flush` still sends. */
    pause(): void {
      state.isPaused = true
      cancelSend(state)
      if (state.isSending) state.isDeletedBySave = false
    },

    /** Sends again after a save failed. Without an answer, the save may still arrive. */
    resume(hasAnswer: boolean): void {
      state.isPaused = false
      if (!hasAnswer) state.isDeletedBySave = false
      if (state.pendingChanges) scheduleSend(state, AUTOSAVE_SEND_AND_RETRY_DELAYS.change)
    },

    /** Forgets the autosave, and deletes it if the save may have missed it. */
    async markSaved(): Promise<void> {
      await removeAutosave(state, state.lastKnown.at > 0 && !state.isDeletedBySave)
      state.isDeletedBySave = true
    },

    discard: () => removeAutosave(state, state.lastKnown.at !== 0 || state.conflict !== undefined),
  }
}

function queueChanges(state: AutosaveState, changes: UnsavedChanges): void {
  const changesText = JSON.stringify(changes)
  if (changesText === state.lastText) return
  state.lastText = changesText
  state.pendingChanges = changes
  if (state.isServerBehind) saveLocally(state)
  // Only one request runs at a time, so an older text never overwrites a newer one.
  if (!state.isSending) scheduleSend(state, AUTOSAVE_SEND_AND_RETRY_DELAYS.change)
}

function saveLocally({ key, pendingChanges, lastKnown: { at: serverSavedAt, values: base } }: AutosaveState): void {
  if (pendingChanges) saveLocalAutosave(key, { ...pendingChanges, serverSavedAt, base })
}

function scheduleSend(state: AutosaveState, ms: number): void {
  if (!state.isPaused && !state.conflict) state.timer ??= setTimeout(() => void send(state), ms)
}

function cancelSend(state: AutosaveState): void {
  clearTimeout(state.timer)
  state.timer = undefined
}

async function send(state: AutosaveState): Promise<void> {
  cancelSend(state)
  const changes = state.pendingChanges
  if (!changes || state.conflict) return
  state.isSending = true
  try {
    await sendToServer(state, changes)
    if (state.isPaused) state.isDeletedBySave = false
    if (state.pendingChanges === changes) clearPending(state)
    else if (state.pendingChanges) scheduleSend(state, AUTOSAVE_SEND_AND_RETRY_DELAYS.change)
  } catch (error) {
    state.isServerBehind = true
    saveLocally(state)
    const storedAutosave = getConflictingAutosave(error)
    if (storedAutosave) reportConflict(state, storedAutosave)
    // A repeat of a refused request is refused too. The next change or `flush` tries again.
    else if (!isUserError(error) || error.status === 0 || error.status >= 500)
      scheduleSend(state, AUTOSAVE_SEND_AND_RETRY_DELAYS.retry)
  } finally {
    state.isSending = false
  }
}

async function sendToServer(state: AutosaveState, changes: UnsavedChanges): Promise<void> {
  const { call, kind, id, lastKnown } = state
  const params = { kind, id }
  if (Object.keys(changes.values).length > 0) {
    const previousValues = state.sentValues
    state.sentValues = changes.values
    const { savedAt: at } = await call(saveAutosaveEndpoint, { params, body: { ...changes, seen: lastKnown.at } }).catch(
      (error) => {
        // A conflict with this form's own text means that an earlier answer was lost.
        const storedAutosave = getConflictingAutosave(error)
        if (
          !storedAutosave ||
          ![previousValues, changes.values].some((ownValues) => ownValues && areValuesEqual(ownValues, storedAutosave.values))
        )
          throw error
        return call(saveAutosaveEndpoint, { params, body: { ...changes, seen: storedAutosave.at } })
      },
    )
    state.lastKnown = { at, values: changes.values }
  } else if (lastKnown.at > 0) {
    await call(deleteAutosaveEndpoint, { params })
    state.lastKnown = { at: 0, values: {} }
  }
  state.sentValues = undefined
}

function reportConflict(state: AutosaveState, storedAutosave: StoredAutosave): void {
  state.conflict = storedAutosave
  state.isServerBehind = true
  state.onConflict({ values: storedAutosave.values, base: state.lastKnown.values })
}

function clearPending(state: AutosaveState): void {
  state.pendingChanges = undefined
  state.isServerBehind = false
  cancelSend(state)
  deleteLocalAutosave(state.key)
}

async function removeAutosave(state: AutosaveState, isOnServer: boolean): Promise<void> {
  Object.assign(state, {
    isPaused: false,
    lastKnown: { at: 0, values: {} },
    conflict: undefined,
    sentValues: undefined,
    lastText: '',
  })
  clearPending(state)
  const { call, kind, id } = state
  // If this fails, the form offers the old autosave again, which does no harm.
  if (isOnServer) await call(deleteAutosaveEndpoint, { params: { kind, id } }).catch(() => {})
}

/** Returns the server's autosave from a 409. */
function getConflictingAutosave(error: unknown): StoredAutosave | undefined {
  if (!isUserError(error) || error.status !== 409 || !error.record) return undefined
  const { savedAt, values } = error.record as { savedAt: number; values: Values }
  return { at: savedAt, values }
}

function areValuesEqual(first: Values, second: Values): boolean {
  const fieldNames = Object.keys({ ...first, ...second })
  return fieldNames.every((name) => first[name] === second[name])
}
