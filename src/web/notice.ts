import { createCookie, data, redirect } from 'react-router'

/** A sentence that a page shows once, and what it says next where that is not what it usually says. */
export type Notice = { notice: string; next?: string }

/** With the path of the page that is to show it. */
type Kept = Notice & { path: string }

/** Sends the browser to `path` with a notice to be shown there once. */
export async function redirectWithNotice(request: Request, path: string, notice: string, next?: string): Promise<Response> {
  const kept: Kept = { path: new URL(path, request.url).pathname, notice, next }
  return redirect(path, { status: 303, headers: { 'set-cookie': await cookieFor(request).serialize(kept) } })
}

/** The notice that came with this request for its page, if any. */
export async function readNotice(request: Request): Promise<Notice | undefined> {
  const kept = (await cookieFor(request).parse(request.headers.get('cookie'))) as Partial<Kept> | null
  if (kept?.path !== new URL(request.url).pathname || typeof kept.notice !== 'string') return undefined
  return { notice: kept.notice, ...(typeof kept.next === 'string' && { next: kept.next }) }
}

/** A loader's answer that shows the notice, beside whatever else it has, and forgets it. */
export async function withNotice<More extends object>(request: Request, notice: Notice, more?: More) {
  return data({ ...more, ...notice }, { headers: { 'set-cookie': await cookieFor(request).serialize('', { maxAge: 0 }) } })
}

/** One sentence for the next page and no other (design decision 3). It holds nothing private. */
function cookieFor({ url }: Request) {
  const secure = url.startsWith('https:')
  const name = 'rankstead.notice'
  return createCookie(secure ? `__Host-${name}` : name, { httpOnly: true, sameSite: 'lax', path: '/', maxAge: 60, secure })
}
