import type { Caller } from '../../http/http.ts'

/** Hands the cookies of the authentication library's answer on to our own reply. */
export function copyCookies(response: Response, { replyHeaders }: Caller): void {
  for (const cookie of response.headers.getSetCookie()) replyHeaders.append('set-cookie', cookie)
}
