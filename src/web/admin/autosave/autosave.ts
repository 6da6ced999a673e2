import { endOwnDraft, keepOwnDraft } from '../../../contract/content/own-drafts.ts'
import type { Call } from '../../../contract/grammar/endpoint.ts'
import { isRefusal } from '../../../contract/grammar/refusal.ts'
import type { Values } from '../../forms/form-action.ts'
import { dropLocal, keepLocal, localKey, readLocal } from '../shell/local-autosave.ts'

/** The form: of a record, or of a new one (`NEW_RECORD`). */
export type AutosavePlace = { kind: string; id: string }

/** The values that differ from the saved ones, and what those are from: versions of the record and of its staged change. */
type Typed = { values: Values; version?: number; draft?: number }

/** What the server has, and since when (ms). */
type Stored = { at: number; values: Values }

/** How soon after a change it is sent, and how soon after an unanswered try it is sent again, in ms. */
export const AUTOSAVE_DELAYS = { change: 1_500, retry: 15_000 }

type Options = AutosavePlace & {
  /** The account: another person in the same browser never sees the text. */
  userId: string
  /** What the server has already. */
  stored?: Stored | undefined
  call: Call
  /** The same person has typed into this form on another device. Nothing is sent until `settle`. */
  onOther: (other: { values: Values; base: Values }) => void
}

type Parts = Options & {
  key: string
  /** What the server had, as far as this form knows; 0 where nothing. */
  known: Stored
  /** What another device has put there. */
  other?: Stored | undefined
  waiting?: Typed | undefined
  /** Sent, and no answer yet. */
  sent?: Values | undefined
  /** The last change as text: the form also reports what is no change. */
  last: string
  timer?: ReturnType<typeof setTimeout> | undefined
  isSending: boolean
  isPaused: boolean
  /** The save that is on its way deletes what the server has. False if an autosave may arrive after it. */
  isEndedBySave: boolean
}

/**
 * Keeps what is typed into one form on the server. Until the server has it, the browser has it: while there is no
 * connection, or after the session has ended (docs/decisions/0055).
 */
export function createAutosave(options: Options) {
  const parts: Parts = {
    ...options,
    key: localKey(options.userId, options.kind, options.id),
    known: options.stored ?? { at: 0, values: {} },
    last: '',
    isSending: false,
    isPaused: false,
    isEndedBySave: true,
  }
  return {
    /** Returns what this browser has and the server never got. */
    local: () => readLocal(parts.key),

    /** The browser's text was typed over something else than the server has: treats both as changed now. */
    meetLocal(base: Values): void {
      const found = parts.known
      parts.known = { at: -1, values: base }
      reportOther(parts, found)
    },

    keep: (typed: Typed) => keep(parts, typed),

    /** The conflict with the other device is settled, and the form holds the result. */
    settle(): void {
      if (!parts.other) return
      parts.known = parts.other
      parts.other = undefined
      schedule(parts, 0)
    },

    /** Sends at once, because the page is about to go. */
    flush: () => send(parts),

    /** Waits while a save is on its way, unless the page goes. */
    pause(): void {
      parts.isPaused = true
      unschedule(parts)
      if (parts.isSending) parts.isEndedBySave = false
    },

    /** Goes on after a save was refused, or was not answered. */
    resume(wasAnswered: boolean): void {
      parts.isPaused = false
      if (!wasAnswered) parts.isEndedBySave = false
      if (parts.waiting) schedule(parts, AUTOSAVE_DELAYS.change)
    },

    /** The form was saved, which deleted the autosave. */
    async saved(): Promise<void> {
      await forget(parts, parts.known.at > 0 && !parts.isEndedBySave)
      parts.isEndedBySave = true
    },

    discard: () => forget(parts, parts.known.at !== 0 || parts.other !== undefined),
  }
}

function keep(parts: Parts, typed: Typed): void {
  const text = JSON.stringify(typed)
  if (text === parts.last) return
  parts.last = text
  parts.waiting = typed
  const { at: seen, values: base } = parts.known
  keepLocal(parts.key, { values: typed.values, version: typed.version, seen, base })
  // One at a time: an earlier one must not arrive later.
  if (!parts.isSending) schedule(parts, AUTOSAVE_DELAYS.change)
}

function schedule(parts: Parts, ms: number): void {
  if (!parts.isPaused && !parts.other) parts.timer ??= setTimeout(() => void send(parts), ms)
}

function unschedule(parts: Parts): void {
  clearTimeout(parts.timer)
  parts.timer = undefined
}

async function send(parts: Parts): Promise<void> {
  unschedule(parts)
  const typed = parts.waiting
  if (!typed || parts.other) return
  parts.isSending = true
  try {
    await store(parts, typed)
    if (parts.isPaused) parts.isEndedBySave = false
    if (parts.waiting === typed) clear(parts)
    else if (parts.waiting) schedule(parts, AUTOSAVE_DELAYS.change)
  } catch (error) {
    const found = storedIn(error)
    if (found) reportOther(parts, found)
    // A refused one would be refused again; the next change tries, and so does leaving the page.
    else if (!isRefusal(error) || error.status === 0 || error.status >= 500) schedule(parts, AUTOSAVE_DELAYS.retry)
  } finally {
    parts.isSending = false
  }
}

async function store(parts: Parts, typed: Typed): Promise<void> {
  const { call, kind, id, known } = parts
  const params = { kind, id }
  if (Object.keys(typed.values).length > 0) {
    const before = parts.sent
    parts.sent = typed.values
    const { savedAt: at } = await call(keepOwnDraft, { params, body: { ...typed, seen: known.at } }).catch((error) => {
      // An earlier one whose answer was lost is in the way, not another device.
      const found = storedIn(error)
      if (!found || ![before, typed.values].some((own) => own && isSame(own, found.values))) throw error
      return call(keepOwnDraft, { params, body: { ...typed, seen: found.at } })
    })
    parts.known = { at, values: typed.values }
  } else if (known.at > 0) {
    await call(endOwnDraft, { params })
    parts.known = { at: 0, values: {} }
  }
  parts.sent = undefined
}

function reportOther(parts: Parts, found: Stored): void {
  parts.other = found
  parts.onOther({ values: found.values, base: parts.known.values })
}

function clear(parts: Parts): void {
  parts.waiting = undefined
  unschedule(parts)
  dropLocal(parts.key)
}

async function forget(parts: Parts, isOnServer: boolean): Promise<void> {
  Object.assign(parts, { isPaused: false, known: { at: 0, values: {} }, other: undefined, sent: undefined, last: '' })
  clear(parts)
  const { call, kind, id } = parts
  // At worst it is offered again.
  if (isOnServer) await call(endOwnDraft, { params: { kind, id } }).catch(() => {})
}

/** Returns the autosave that stood in the way of a newer one. */
function storedIn(error: unknown): Stored | undefined {
  if (!isRefusal(error) || error.status !== 409 || !error.record) return undefined
  const { savedAt, values } = error.record as { savedAt: number; values: Values }
  return { at: savedAt, values }
}

function isSame(one: Values, other: Values): boolean {
  const names = Object.keys({ ...one, ...other })
  return names.every((name) => one[name] === other[name])
}
