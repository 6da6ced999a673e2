import { createCookie, data, redirect } from 'react-router'

/** A sentence that a page shows once, and which of the page's acts it is about where there are several. */
export type Notice = { notice: string; about?: string }

/** With the path of the page that is to show it. */
type StoredNotice = Notice & { path: string }

/** Sends the browser to `path` with a notice to be shown there once. */
export async function redirectWithNotice(request: Request, path: string, notice: string, about?: string): Promise<Response> {
  const storedNotices: StoredNotice = { path: new URL(path, request.url).pathname, notice, about }
  return redirect(path, { status: 303, headers: { 'set-cookie': await createNoticeCookie(request).serialize(storedNotices) } })
}

/** The notice that came with this request for its page, if any. */
export async function readNotice(request: Request): Promise<Notice | undefined> {
  return findNoticeForPath(request, [await createNoticeCookie(request).parse(request.headers.get('cookie'))])
}

/** A loader's answer that shows the notice, beside whatever else it has, and forgets it. */
export async function respondWithNotice<More extends object>(request: Request, notice: Notice, loadData?: More) {
  return data(
    { ...loadData, ...notice },
    { headers: { 'set-cookie': await createNoticeCookie(request).serialize('', { maxAge: 0 }) } },
  )
}

/** `isAgain`: it was shown before, and nothing was done since. */
export type AcknowledgedNotice = Notice & { isAgain?: true }

/**
 * A page that does nothing but acknowledge says so again for a while: when it is loaded again, or somebody comes Back to it.
 * Answers the loader's data; undefined where there is nothing to acknowledge.
 */
export async function loadAcknowledgement<More extends object>(
  request: Request,
  loadData: (about: string | undefined) => Promise<More>,
) {
  const shown = await readAcknowledged(request)
  const repeatedNotice = findNoticeForPath(request, shown)
  const notice = await readNotice(request)
  if (!notice)
    return repeatedNotice && data({ ...(await loadData(repeatedNotice.about)), ...repeatedNotice, isAgain: true as const })
  const { pathname: path } = new URL(request.url)
  const others = shown.filter((one) => one.path !== path).slice(0, MAX_ACKNOWLEDGED - 1)
  const headers = new Headers()
  headers.append('set-cookie', await createNoticeCookie(request).serialize('', { maxAge: 0 }))
  headers.append('set-cookie', await createAcknowledgedCookie(request).serialize([{ path, ...notice }, ...others]))
  return data({ ...(await loadData(notice.about)), ...notice }, { headers })
}

/** The Set-Cookie header after which no page acknowledges anything again: whoever comes next may be somebody else. */
export function clearAcknowledgedCookie(request: Request): Promise<string> {
  return createAcknowledgedCookie(request).serialize('', { maxAge: 0 })
}

/** How long a page acknowledges again, in seconds, and how many pages do. */
const ACKNOWLEDGED_MAX_AGE_SECONDS = 30 * 60
const MAX_ACKNOWLEDGED = 4

async function readAcknowledged(request: Request): Promise<StoredNotice[]> {
  const storedNotices: unknown = await createAcknowledgedCookie(request).parse(request.headers.get('cookie'))
  return Array.isArray(storedNotices)
    ? storedNotices.filter((one) => typeof one?.path === 'string' && typeof one.notice === 'string')
    : []
}

function findNoticeForPath(request: Request, storedNotices: readonly (Partial<StoredNotice> | null)[]): Notice | undefined {
  const found = storedNotices.find((one) => one?.path === new URL(request.url).pathname)
  if (typeof found?.notice !== 'string') return undefined
  return { notice: found.notice, ...(typeof found.about === 'string' && { about: found.about }) }
}

/** One sentence for the next page and no other (P-129). It holds nothing private. */
function createNoticeCookie(request: Request) {
  return createNamedCookie(request, 'rankstead.notice', 60)
}

/** What was said already. It holds nothing private either. */
function createAcknowledgedCookie(request: Request) {
  return createNamedCookie(request, 'rankstead.said', ACKNOWLEDGED_MAX_AGE_SECONDS)
}

function createNamedCookie({ url }: Request, name: string, maxAge: number) {
  const secure = url.startsWith('https:')
  return createCookie(secure ? `__Host-${name}` : name, { httpOnly: true, sameSite: 'lax', path: '/', maxAge, secure })
}
