import { endOwnDraft, keepOwnDraft } from '../../../contract/content/own-drafts.ts'
import type { Call } from '../../../contract/grammar/endpoint.ts'
import { isRefusal } from '../../../contract/grammar/refusal.ts'
import type { Values } from '../../forms/form-action.ts'
import { dropUnsent, keepUnsent, readUnsent, unsentKey } from '../shell/unsent-words.ts'

/** Which form's: of a record of a kind, or of a new one (`NEW_RECORD`). */
export type DraftPlace = { kind: string; id: string }

/** What differs from the saved values, and what these are of: the version of the record, and of what the draft makes of it. */
type Typed = { values: Values; version?: number; draft?: number }

/** What the server keeps of a form, and since when (ms). */
type Kept = { at: number; values: Values }

/** How long after a change it is kept at the latest, and how long after a try that was not answered it is tried again, in ms. */
export const KEEPING = { within: 1_500, again: 15_000 }

type Options = DraftPlace & {
  /** Whose; whoever signs in next in the same browser never sees it. */
  userId: string
  /** What the server has already. */
  kept?: Kept | undefined
  call: Call
  /** Another device of the same person has typed into this form. Until `settle` nothing is kept on the server. */
  onOther: (other: { values: Values; base: Values }) => void
  timing?: typeof KEEPING
}

/**
 * Keeps what is typed into one form on the server. Until that has it, the browser has it: where there is no connection, or
 * the session has ended (docs/decisions/0055).
 */
export function createDraftKeeper({ kind, id, userId, kept, call, onOther, timing = KEEPING }: Options) {
  const key = unsentKey(userId, kind, id)
  const params = { kind, id }
  /** What the server had, as far as this form knows; 0 where nothing. */
  let seen: Kept = kept ?? { at: 0, values: {} }
  /** What another device has put there. */
  let other: Kept | undefined
  let waiting: Typed | undefined
  /** Sent, and nobody knows yet whether it arrived. */
  let sent: Values | undefined
  /** As it was kept or waits last: the form tells of more than of changes. */
  let latest = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  let isSending = false
  let isPaused = false
  /** The save that is on its way ends what the server has: nothing is kept beside it, and it is the first try. */
  let isEndedBySave = true

  function schedule(ms: number): void {
    if (!isPaused && !other) timer ??= setTimeout(() => void send(), ms)
  }

  function unschedule(): void {
    clearTimeout(timer)
    timer = undefined
  }

  async function send(): Promise<void> {
    unschedule()
    const typed = waiting
    if (!typed || other) return
    isSending = true
    try {
      await carryOut(typed)
      if (isPaused) isEndedBySave = false
      if (waiting === typed) clear()
      else if (waiting) schedule(timing.within)
    } catch (error) {
      const found = keptIn(error)
      if (found) meet(found)
      // What was refused would be refused again; the next change tries, and so does whoever leaves.
      else if (!isRefusal(error) || error.status === 0 || error.status >= 500) schedule(timing.again)
    } finally {
      isSending = false
    }
  }

  async function carryOut(typed: Typed): Promise<void> {
    if (Object.keys(typed.values).length > 0) {
      const before = sent
      sent = typed.values
      const { savedAt: at } = await call(keepOwnDraft, { params, body: { ...typed, seen: seen.at } }).catch((error) => {
        // An earlier one of which nobody heard stands in its way, not another device.
        const found = keptIn(error)
        if (!found || ![before, typed.values].some((own) => own && isSame(own, found.values))) throw error
        return call(keepOwnDraft, { params, body: { ...typed, seen: found.at } })
      })
      seen = { at, values: typed.values }
    } else if (seen.at > 0) {
      await call(endOwnDraft, { params })
      seen = { at: 0, values: {} }
    }
    sent = undefined
  }

  function meet(found: Kept): void {
    other = found
    onOther({ values: found.values, base: seen.values })
  }

  function clear(): void {
    waiting = undefined
    unschedule()
    dropUnsent(key)
  }

  async function forget(isOnServer: boolean): Promise<void> {
    isPaused = false
    seen = { at: 0, values: {} }
    other = undefined
    sent = undefined
    latest = ''
    clear()
    // At worst it is offered once more.
    if (isOnServer) await call(endOwnDraft, { params }).catch(() => {})
  }

  return {
    /** What this browser holds and the server never got. */
    left: () => readUnsent(key),

    /** What it holds was typed over something else than the server has: as if both had met now. */
    meetLeft(base: Values): void {
      const found = seen
      seen = { at: -1, values: base }
      meet(found)
    },

    keep(typed: Typed): void {
      const text = JSON.stringify(typed)
      if (text === latest) return
      latest = text
      waiting = typed
      keepUnsent(key, { values: typed.values, version: typed.version, seen: seen.at, base: seen.values })
      // One at a time: an earlier one must not come later.
      if (!isSending) schedule(timing.within)
    },

    /** What another device typed is known, and the form holds what is to count. */
    settle(): void {
      if (!other) return
      seen = other
      other = undefined
      schedule(0)
    },

    /** Now, because the page is about to go. */
    flush: send,

    /** While a save is on its way. Kept all the same where the page goes. */
    pause(): void {
      isPaused = true
      unschedule()
      if (isSending) isEndedBySave = false
    },

    /** The save was refused; without an answer nobody knows. */
    resume(wasAnswered: boolean): void {
      isPaused = false
      if (!wasAnswered) isEndedBySave = false
      if (waiting) schedule(timing.within)
    },

    /** It was saved, which has ended what was kept before. */
    async saved(): Promise<void> {
      await forget(seen.at > 0 && !isEndedBySave)
      isEndedBySave = true
    },

    /** It is not wanted. */
    discard: () => forget(seen.at !== 0 || other !== undefined),
  }
}

/** The draft that stood in the way of a newer one. */
function keptIn(error: unknown): Kept | undefined {
  if (!isRefusal(error) || error.status !== 409 || !error.record) return undefined
  const { savedAt, values } = error.record as { savedAt: number; values: Values }
  return { at: savedAt, values }
}

function isSame(one: Values, other: Values): boolean {
  const names = Object.keys({ ...one, ...other })
  return names.every((name) => one[name] === other[name])
}
