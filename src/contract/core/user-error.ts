import type { ErrorReply } from './reply-schemas.ts'

/**
 * A call that was refused: the status, one sentence for a person, a sentence per field at fault, and the record as it is
 * now where somebody has to look at that first.
 * Thrown by handlers on the server and by the browser's `call`, so screens treat both alike.
 */
export class UserError extends Error {
  override name = 'UserError'
  readonly status: number
  readonly fields: ErrorReply['fields']
  readonly record: ErrorReply['record']

  constructor(status: number, message: string, fields?: ErrorReply['fields'], record?: ErrorReply['record']) {
    super(message)
    this.status = status
    this.fields = fields
    this.record = record
  }
}

/** What a call says to whoever is not logged in; any other 401 is about something that was typed. */
export const NOT_LOGGED_IN_MESSAGE = 'Please log in to do this.'

/** What people read where something broke on our side. */
export const SERVER_ERROR_MESSAGE = 'The fault is ours. Please try again in a moment.'

/** A sentence about a fault of ours, with what its request is found by in our log. */
export function appendRequestId(message: string, id: string): string {
  return `${message} If you ask us about it, tell us the number ${id}.`
}

/** Whether a call was refused because nobody is logged in. */
export function isNotLoggedInError(error: unknown): boolean {
  return isUserError(error) && error.status === 401 && error.message === NOT_LOGGED_IN_MESSAGE
}

/** The field at fault where a call needs the password again; no field of any form is called that. */
export const PASSWORD_CONFIRMATION_FIELD = '_password'

/** By name, not `instanceof`: the server and the pages are separate builds with a copy of this file each. */
export function isUserError(error: unknown): error is UserError {
  return error instanceof Error && error.name === 'UserError'
}
