import type { ErrorReply } from './reply.ts'

/**
 * A call that was refused: the status, one sentence for a person, a sentence per field at fault, and the record as it is
 * now where somebody has to look at that first.
 * Thrown by handlers on the server and by the browser's `call`, so screens treat both alike.
 */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly status: number
  readonly fields: ErrorReply['fields']
  readonly record: ErrorReply['record']

  constructor(status: number, sentence: string, fields?: ErrorReply['fields'], record?: ErrorReply['record']) {
    super(sentence)
    this.status = status
    this.fields = fields
    this.record = record
  }
}

/** What a call says to whoever is not logged in; any other 401 is about something that was typed. */
export const NOT_LOGGED_IN = 'Please log in to do this.'

/** What people read where something broke on our side. */
export const OUR_FAULT = 'The fault is ours. Please try again in a moment.'

/** A sentence about a fault of ours, with what its request is found by in our log. */
export function withRequestId(sentence: string, id: string): string {
  return `${sentence} If you ask us about it, tell us the number ${id}.`
}

/** Whether a call was refused because nobody is logged in. */
export function isLoggedOut(error: unknown): boolean {
  return isRefusal(error) && error.status === 401 && error.message === NOT_LOGGED_IN
}

/** The field at fault where a call needs the password again; no field of any form is called that. */
export const CONFIRMATION = '_password'

/** By name, not `instanceof`: the server and the pages are separate builds with a copy of this file each. */
export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && error.name === 'Refusal'
}
