import { anonymousViewer, type Viewer } from '../../../contract/core/viewer.ts'

/** Whoever is signed in. */
export type SignedInUser = {
  userId: string
  /** Of the sign-in itself, not of the browser: a new one each time. */
  sessionId: string
  email: string
  /** Whether they may do what admins may: where a second factor is still asked for they may not. */
  isAdmin: boolean
}

/** What the server knows of whoever makes a request. */
export type Session = {
  viewer: Viewer
  /** Nobody for a visitor. */
  person?: SignedInUser
  /** Whether the person logged in, or gave the password again, a short while ago; asks the database, so that all processes agree. */
  isRecent?: () => Promise<boolean>
  /** There was one: a cookie came for it, and nobody is behind it any more. */
  hasEnded?: true
}

export const visitorSession: Session = { viewer: anonymousViewer }
export const endedSession: Session = { viewer: anonymousViewer, hasEnded: true }

/** Finds the session behind a request's cookies. */
export type FindSession = (headers: Headers) => Promise<Session>
