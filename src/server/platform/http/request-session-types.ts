import { anonymousViewer, type Viewer } from '#contract/core/viewer.ts'
import type { DatabaseReader } from '../db/tables.ts'

export type SignedInUser = {
  userId: string
  /** The id of this sign-in, not of the browser. Each sign-in has a new one. */
  sessionId: string
  email: string
  /** Whether the user has the rights of an admin. False while a required second factor is missing. */
  isAdmin: boolean
  /**
   * Throws a 401 or a 403 if the session has ended or the rights have changed. A call whose body may take minutes checks
   * this in the transaction that stores it.
   */
  assertCurrent: (db: DatabaseReader) => Promise<void>
}

/** What the server knows about the sender of a request. */
export type RequestSession = {
  viewer: Viewer
  /** Undefined for visitors. */
  person?: SignedInUser
  /** Returns whether the user logged in or entered the password recently. Reads the database, so that processes agree. */
  isRecent?: () => Promise<boolean>
  /** Set if the request has a session cookie whose session has ended. */
  hasEnded?: true
}

export const signedOutSession: RequestSession = { viewer: anonymousViewer }
export const endedRequestSession: RequestSession = { viewer: anonymousViewer, hasEnded: true }

export type FindSession = (headers: Headers) => Promise<RequestSession>
