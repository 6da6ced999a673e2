import { createCookie, data, redirect } from 'react-router'

/** A sentence that a page shows once, and which of the page's acts it is about where there are several. */
export type Notice = { notice: string; about?: string }

/** With the path of the page that is to show it. */
type Kept = Notice & { path: string }

/** Sends the browser to `path` with a notice to be shown there once. */
export async function redirectWithNotice(request: Request, path: string, notice: string, about?: string): Promise<Response> {
  const kept: Kept = { path: new URL(path, request.url).pathname, notice, about }
  return redirect(path, { status: 303, headers: { 'set-cookie': await waiting(request).serialize(kept) } })
}

/** The notice that came with this request for its page, if any. */
export async function readNotice(request: Request): Promise<Notice | undefined> {
  return noticeFor(request, [await waiting(request).parse(request.headers.get('cookie'))])
}

/** A loader's answer that shows the notice, beside whatever else it has, and forgets it. */
export async function withNotice<More extends object>(request: Request, notice: Notice, more?: More) {
  return data({ ...more, ...notice }, { headers: { 'set-cookie': await waiting(request).serialize('', { maxAge: 0 }) } })
}

/** `isAgain`: it was shown before, and nothing was done since. */
export type Acknowledged = Notice & { isAgain?: true }

/**
 * A page that does nothing but acknowledge says so again for a while: when it is loaded again, or somebody comes Back to it.
 * Answers the loader's data; undefined where there is nothing to acknowledge.
 */
export async function acknowledged<More extends object>(request: Request, more: (about: string | undefined) => Promise<More>) {
  const shown = await readShown(request)
  const again = noticeFor(request, shown)
  const notice = await readNotice(request)
  if (!notice) return again && data({ ...(await more(again.about)), ...again, isAgain: true as const })
  const { pathname: path } = new URL(request.url)
  const others = shown.filter((one) => one.path !== path).slice(0, MOST - 1)
  const headers = new Headers()
  headers.append('set-cookie', await waiting(request).serialize('', { maxAge: 0 }))
  headers.append('set-cookie', await said(request).serialize([{ path, ...notice }, ...others]))
  return data({ ...(await more(notice.about)), ...notice }, { headers })
}

/** The Set-Cookie header after which no page acknowledges anything again: whoever comes next may be somebody else. */
export function forgetAcknowledged(request: Request): Promise<string> {
  return said(request).serialize('', { maxAge: 0 })
}

/** How long a page acknowledges again, in seconds, and how many pages do. */
const LASTS = 30 * 60
const MOST = 4

async function readShown(request: Request): Promise<Kept[]> {
  const kept: unknown = await said(request).parse(request.headers.get('cookie'))
  return Array.isArray(kept) ? kept.filter((one) => typeof one?.path === 'string' && typeof one.notice === 'string') : []
}

function noticeFor(request: Request, kept: readonly (Partial<Kept> | null)[]): Notice | undefined {
  const found = kept.find((one) => one?.path === new URL(request.url).pathname)
  if (typeof found?.notice !== 'string') return undefined
  return { notice: found.notice, ...(typeof found.about === 'string' && { about: found.about }) }
}

/** One sentence for the next page and no other (design decision 3). It holds nothing private. */
function waiting(request: Request) {
  return cookieFor(request, 'rankstead.notice', 60)
}

/** What was said already. It holds nothing private either. */
function said(request: Request) {
  return cookieFor(request, 'rankstead.said', LASTS)
}

function cookieFor({ url }: Request, name: string, maxAge: number) {
  const secure = url.startsWith('https:')
  return createCookie(secure ? `__Host-${name}` : name, { httpOnly: true, sameSite: 'lax', path: '/', maxAge, secure })
}
