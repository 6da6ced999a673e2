import type { Call } from '../../../contract/endpoint.ts'
import { endOwnDraft, keepOwnDraft } from '../../../contract/own-drafts.ts'
import { isRefusal } from '../../../contract/refusal.ts'
import type { Values } from '../../forms/form-action.ts'

/** Which form's: of a record of a kind, or of a new one (`NEW_RECORD`). */
export type DraftPlace = { kind: string; id: string }

/** What differs from the saved values, and the version of the record that these are of. */
type Typed = { values: Values; version?: number }

/** What was typed and not saved, and when (ms). */
type Left = { at: number; values: Values }

/** How long after a change it is kept at the latest, and how long after a try that was not answered it is tried again, in ms. */
export const KEEPING = { within: 1_500, again: 15_000 }

type Options = DraftPlace & {
  /** Whose; whoever signs in next in the same tab never sees it. */
  email: string
  /** The server has one already. */
  isKept: boolean
  call: Call
  timing?: typeof KEEPING
}

/**
 * Keeps what is typed into one form on the server. Until that has it, the tab has it: where there is no connection, or the
 * session has ended (docs/decisions/0047).
 */
export function createDraftKeeper({ kind, id, email, isKept, call, timing = KEEPING }: Options) {
  const key = `draft ${email} ${kind} ${id}`
  const params = { kind, id }
  let waiting: Typed | undefined
  /** As it was kept or waits last: the form tells of more than of changes. */
  let latest = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  let isSending = false
  let isPaused = false
  /** The save that is on its way ends what the server has: nothing is kept beside it, and it is the first try. */
  let isEndedBySave = true

  function schedule(ms: number): void {
    if (!isPaused) timer ??= setTimeout(() => void send(), ms)
  }

  function unschedule(): void {
    clearTimeout(timer)
    timer = undefined
  }

  async function send(): Promise<void> {
    unschedule()
    const typed = waiting
    if (!typed) return
    isSending = true
    try {
      if (Object.keys(typed.values).length > 0) await call(keepOwnDraft, { params, body: typed })
      else if (isKept) await call(endOwnDraft, { params })
      isKept = Object.keys(typed.values).length > 0
      if (isPaused) isEndedBySave = false
      if (waiting === typed) clear()
      else if (waiting) schedule(timing.within)
    } catch (error) {
      // What was refused would be refused again; the next change tries, and so does whoever leaves.
      if (!isRefusal(error) || error.status === 0 || error.status >= 500) schedule(timing.again)
    } finally {
      isSending = false
    }
  }

  function clear(): void {
    waiting = undefined
    unschedule()
    dropLeft(key)
  }

  async function forget(isOnServer: boolean): Promise<void> {
    isPaused = false
    isKept = false
    latest = ''
    clear()
    // At worst it is offered once more.
    if (isOnServer) await call(endOwnDraft, { params }).catch(() => {})
  }

  return {
    /** What this tab holds and the server never got. */
    left: () => readLeft(key),

    keep(typed: Typed): void {
      const text = JSON.stringify(typed)
      if (text === latest) return
      latest = text
      waiting = typed
      keepLeft(key, typed.values)
      // One at a time: an earlier one must not come later.
      if (!isSending) schedule(timing.within)
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
      await forget(isKept && !isEndedBySave)
      isEndedBySave = true
    },

    /** It is not wanted. */
    discard: () => forget(isKept),
  }
}

function readLeft(key: string): Left | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** A full or forbidden storage costs the safety net, not the form. */
function keepLeft(key: string, values: Values): void {
  tryStorage(() => sessionStorage.setItem(key, JSON.stringify({ at: Date.now(), values } satisfies Left)))
}

function dropLeft(key: string): void {
  tryStorage(() => sessionStorage.removeItem(key))
}

function tryStorage(work: () => void): void {
  try {
    work()
  } catch {}
}
