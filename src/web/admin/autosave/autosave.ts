import { deleteAutosave, saveAutosave } from '../../../contract/content/autosaves.ts'
import type { ApiCall } from '../../../contract/core/endpoint.ts'
import { isUserError } from '../../../contract/core/user-error.ts'
import type { Values } from '../../forms/form-action.ts'
import { deleteLocalAutosave, getLocalAutosaveKey, readLocalAutosave, saveLocalAutosave } from '../shell/local-autosave.ts'

/** The form: of a record, or of a new one (`NEW_RECORD`). */
export type AutosaveTarget = { kind: string; id: string }

/** The values that differ from the saved ones, and what those are from: versions of the record and of its staged change. */
type UnsavedChanges = { values: Values; version?: number; draft?: number }

/** What the server has, and since when (ms). */
type StoredAutosave = { at: number; values: Values }

/** How soon after a change it is sent, and how soon after an unanswered try it is sent again, in ms. */
export const AUTOSAVE_DELAYS = { change: 1_500, retry: 15_000 }

type Options = AutosaveTarget & {
  /** The account: another person in the same browser never sees the text. */
  userId: string
  /** What the server has already. */
  stored?: StoredAutosave | undefined
  call: ApiCall
  /** The same person has typed into this form on another device. Nothing is sent until `settle`. */
  onConflict: (conflict: { values: Values; base: Values }) => void
}

type AutosaveState = Options & {
  key: string
  /** What the server had, as far as this form knows; 0 where nothing. */
  lastKnown: StoredAutosave
  /** What another device has put there. */
  conflict?: StoredAutosave | undefined
  pendingChanges?: UnsavedChanges | undefined
  /** Sent, and no answer yet. */
  sentValues?: Values | undefined
  /** The last change as text: the form also reports what is no change. */
  lastText: string
  timer?: ReturnType<typeof setTimeout> | undefined
  isSending: boolean
  isPaused: boolean
  /** The save that is on its way deletes what the server has. False if an autosave may arrive after it. */
  isDeletedBySave: boolean
}

/**
 * Keeps what is typed into one form on the server. Until the server has it, the browser has it: while there is no
 * connection, or after the session has ended (docs/decisions/0041).
 */
export function createAutosave(options: Options) {
  const state: AutosaveState = {
    ...options,
    key: getLocalAutosaveKey(options.userId, options.kind, options.id),
    lastKnown: options.stored ?? { at: 0, values: {} },
    lastText: '',
    isSending: false,
    isPaused: false,
    isDeletedBySave: true,
  }
  return {
    /** Returns what this browser has and the server never got. */
    getLocalAutosave: () => readLocalAutosave(state.key),

    /** The browser's text was typed over something else than the server has: treats both as changed now. */
    reconcileLocal(base: Values): void {
      const storedAutosave = state.lastKnown
      state.lastKnown = { at: -1, values: base }
      reportConflict(state, storedAutosave)
    },

    queueChanges: (changes: UnsavedChanges) => queueChanges(state, changes),

    /** The conflict with the other device is settled, and the form holds the result. */
    resolveConflict(): void {
      if (!state.conflict) return
      state.lastKnown = state.conflict
      state.conflict = undefined
      scheduleSend(state, 0)
    },

    /** Sends at once, because the page is about to go. */
    flush: () => send(state),

    /** Waits while a save is on its way, unless the page goes. */
    pause(): void {
      state.isPaused = true
      cancelSend(state)
      if (state.isSending) state.isDeletedBySave = false
    },

    /** Goes on after a save was refused, or was not answered. */
    resume(hasAnswer: boolean): void {
      state.isPaused = false
      if (!hasAnswer) state.isDeletedBySave = false
      if (state.pendingChanges) scheduleSend(state, AUTOSAVE_DELAYS.change)
    },

    /** The form was saved, which deleted the autosave. */
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
  const { at: serverSavedAt, values: base } = state.lastKnown
  saveLocalAutosave(state.key, { values: changes.values, version: changes.version, serverSavedAt, base })
  // One at a time: an earlier one must not arrive later.
  if (!state.isSending) scheduleSend(state, AUTOSAVE_DELAYS.change)
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
    else if (state.pendingChanges) scheduleSend(state, AUTOSAVE_DELAYS.change)
  } catch (error) {
    const storedAutosave = getConflictingAutosave(error)
    if (storedAutosave) reportConflict(state, storedAutosave)
    // A refused one would be refused again; the next change tries, and so does leaving the page.
    else if (!isUserError(error) || error.status === 0 || error.status >= 500) scheduleSend(state, AUTOSAVE_DELAYS.retry)
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
    const { savedAt: at } = await call(saveAutosave, { params, body: { ...changes, seen: lastKnown.at } }).catch((error) => {
      // An earlier one whose answer was lost is in the way, not another device.
      const storedAutosave = getConflictingAutosave(error)
      if (
        !storedAutosave ||
        ![previousValues, changes.values].some((ownValues) => ownValues && areValuesEqual(ownValues, storedAutosave.values))
      )
        throw error
      return call(saveAutosave, { params, body: { ...changes, seen: storedAutosave.at } })
    })
    state.lastKnown = { at, values: changes.values }
  } else if (lastKnown.at > 0) {
    await call(deleteAutosave, { params })
    state.lastKnown = { at: 0, values: {} }
  }
  state.sentValues = undefined
}

function reportConflict(state: AutosaveState, storedAutosave: StoredAutosave): void {
  state.conflict = storedAutosave
  state.onConflict({ values: storedAutosave.values, base: state.lastKnown.values })
}

function clearPending(state: AutosaveState): void {
  state.pendingChanges = undefined
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
  // At worst it is offered again.
  if (isOnServer) await call(deleteAutosave, { params: { kind, id } }).catch(() => {})
}

/** Returns the autosave that stood in the way of a newer one. */
function getConflictingAutosave(error: unknown): StoredAutosave | undefined {
  if (!isUserError(error) || error.status !== 409 || !error.record) return undefined
  const { savedAt, values } = error.record as { savedAt: number; values: Values }
  return { at: savedAt, values }
}

function areValuesEqual(first: Values, second: Values): boolean {
  const fieldNames = Object.keys({ ...first, ...second })
  return fieldNames.every((name) => first[name] === second[name])
}
