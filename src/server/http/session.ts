import { type Viewer, visitor } from '../../contract/viewer.ts'

/** What the server knows of whoever makes a request. */
export type Session = { viewer: Viewer; userId?: string }

export const noSession: Session = { viewer: visitor }

/** Finds the session behind a request's cookies. */
export type FindSession = (headers: Headers) => Promise<Session>
