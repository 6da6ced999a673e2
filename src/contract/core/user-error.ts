import type { ErrorReply } from './common-schemas.ts'
import type { Viewer } from './viewer.ts'

/**
 * A refused call: the status, a sentence for people, a sentence per field at fault, and the conflicting record. Handlers
 * throw it on the server, and `call` throws it in the browser.
 */
export class UserError extends Error {
  override name = 'UserError'
  readonly status: number
  readonly fields: ErrorReply['fields']
  readonly record: ErrorReply['record']

  /** If `fields` names one field, that field gets the message. */
  constructor(status: number, message: string, fields?: ErrorReply['fields'] | string, record?: ErrorReply['record']) {
    super(message)
    this.status = status
    this.fields = typeof fields === 'string' ? { [fields]: message } : fields
    this.record = record
  }
}

/** The 401 of a call without a session. Any other 401 is about a typed value. */
export const NOT_LOGGED_IN_MESSAGE = 'Please log in to do this.'

/** What people read after a fault of ours. */
export const SERVER_ERROR_MESSAGE = 'Something went wrong on our end. Please try again in a moment.'

/** Adds the id that identifies the request in our log. */
export function appendRequestId(message: string, id: string): string {
  return `${message} If you contact us, mention the number ${id}.`
}

/** The answer to a form or call of a page that another account opened. */
const OTHER_ACCOUNT_MESSAGE =
  'Another account is logged in now than when this page was opened, so nothing was sent. Log in with the account that opened it, then send the form again.'

/** Throws a 409 if a page was rendered for another account than the viewer's. */
export function assertAccountOfPage(account: unknown, viewer: Viewer): void {
  if (viewer.kind !== 'visitor' && account && account !== viewer.userId) throw new UserError(409, OTHER_ACCOUNT_MESSAGE)
}

export function isOtherAccountError(error: unknown): boolean {
  return isUserError(error) && error.message === OTHER_ACCOUNT_MESSAGE
}

export function isNotLoggedInError(error: unknown): boolean {
  return isUserError(error) && error.status === 401 && error.message === NOT_LOGGED_IN_MESSAGE
}

/** The key in `fields` if a call needs the password again. Forms that ask for it have a field with this name. */
export const PASSWORD_CONFIRMATION_FIELD = '_password'

/** Returns undefined if the call fails with a 404. */
export async function ignore404Error<T>(reply: Promise<T>): Promise<T | undefined> {
  return reply.catch((error: unknown) => {
    if (isUserError(error) && error.status === 404) return undefined
    throw error
  })
}

/** Compares the name instead of using `instanceof`, because the server and the built pages have separate copies of this class. */
export function isUserError(error: unknown): error is UserError {
  return error instanceof Error && error.name === 'UserError'
}
