import { Refusal } from '../../contract/refusal.ts'
import { cookieHeaderAfter } from '../http/cookies.ts'
import type { Caller } from '../http/http.ts'
import type { Auth } from './auth.ts'
import type { Parts } from './parts.ts'

type User = { id: string; email: string; emailVerified: boolean }

/**
 * The authentication library's answer to a call in-process. A fault of its own is thrown as a 503: taken for
 * a refusal it would tell people that a right password is wrong.
 */
export async function libraryAnswer(call: Promise<Response>): Promise<Response> {
  const response = await call
  if (response.status < 500) return response
  const refusal = new Refusal(503, 'This cannot be done right now. Please try again in a moment.')
  refusal.cause = new Error(`The authentication library answered ${response.status}.`)
  throw refusal
}

/** Hands the cookies of the library's answer on to our own reply. */
export function copyCookies(response: Response, { replyHeaders }: Caller): void {
  for (const cookie of response.headers.getSetCookie()) replyHeaders.append('set-cookie', cookie)
}

/** What a completed sign-in brings about, after its last check: its cookies, and word to the token sync. */
export async function letIn(
  { auth, tokenSync }: Pick<Parts, 'auth' | 'tokenSync'>,
  response: Response,
  caller: Caller,
): Promise<void> {
  copyCookies(response, caller)
  if (!tokenSync) return
  const found = await auth.api.getSession({ headers: new Headers({ cookie: cookieHeaderAfter(response.headers) }) })
  if (found) tokenSync.signedIn(() => issueIdToken(auth, found.user))
}

/** A token that says who has signed in just now. */
async function issueIdToken({ api }: Auth, { id, email, emailVerified }: User): Promise<string> {
  if (!('signJWT' in api)) throw new Error('ID tokens are made for the token sync only.')
  const payload = { sub: id, email, email_verified: emailVerified, iat: Math.floor(Date.now() / 1000) }
  return (await api.signJWT({ body: { payload } })).token
}
