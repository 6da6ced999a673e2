import { createCookie, data, redirect } from 'react-router'

/** A sentence that a page shows once. `about` names the action, if the page has several. */
export type FlashNotice = { notice: string; about?: string }

/** `path`: the page that shows the notice. */
type StoredNotice = FlashNotice & { path: string }

/** Redirects the browser to `path`, where the page shows the notice once. */
export async function redirectWithFlashNotice(request: Request, path: string, notice: string, about?: string): Promise<Response> {
  const storedNotice: StoredNotice = { path: new URL(path, request.url).pathname, notice, about }
  return redirect(path, { status: 303, headers: { 'set-cookie': await createNoticeCookie(request).serialize(storedNotice) } })
}

/**
 * Adds the notice for this page to the loader's data, if there is one, and clears the notice's cookie. `otherCookie` is another
 * Set-Cookie header of the reply.
 */
export async function addFlashNoticeToData<Data extends object>(request: Request, loaderData: Data, otherCookie?: string) {
  const notice = await readFlashNotice(request)
  const headers = new Headers()
  if (notice) headers.append('set-cookie', await createNoticeCookie(request).serialize('', { maxAge: 0 }))
  if (otherCookie) headers.append('set-cookie', otherCookie)
  return data<Data & Partial<FlashNotice>>({ ...loaderData, ...notice }, { headers })
}

export async function readFlashNotice(request: Request): Promise<FlashNotice | undefined> {
  return findNoticeForPath(request, [await createNoticeCookie(request).parse(request.headers.get('cookie'))])
}

/** `isAgain`: the page showed this notice before, and no new action happened since. */
export type AcknowledgmentNotice = FlashNotice & { isAgain?: true }

/**
 * Returns the data of a page that only acknowledges an action; undefined without a notice.
 * The page repeats its acknowledgment for 30 minutes, after a reload or Back (P-129).
 */
export async function loadAcknowledgmentPageData<More extends object>(
  request: Request,
  loadData: (about: string | undefined) => Promise<More>,
) {
  const acknowledgedNotices = await readAcknowledged(request)
  const repeatedNotice = findNoticeForPath(request, acknowledgedNotices)
  const notice = await readFlashNotice(request)
  if (!notice)
    return repeatedNotice && data({ ...(await loadData(repeatedNotice.about)), ...repeatedNotice, isAgain: true as const })
  const { pathname: path } = new URL(request.url)
  const otherNotices = acknowledgedNotices.filter((other) => other.path !== path).slice(0, MAX_ACKNOWLEDGED - 1)
  const headers = new Headers()
  headers.append('set-cookie', await createNoticeCookie(request).serialize('', { maxAge: 0 }))
  headers.append('set-cookie', await createAcknowledgedCookie(request).serialize([{ path, ...notice }, ...otherNotices]))
  return data({ ...(await loadData(notice.about)), ...notice }, { headers })
}

/** Returns a Set-Cookie header that ends all repeats: the next person at this browser may be someone else. */
export function clearRepeatedNoticesCookie(request: Request): Promise<string> {
  return createAcknowledgedCookie(request).serialize('', { maxAge: 0 })
}

/** Repeated acknowledgments: how long in seconds, and for how many pages. */
const ACKNOWLEDGED_MAX_AGE_SECONDS = 30 * 60
const MAX_ACKNOWLEDGED = 4

async function readAcknowledged(request: Request): Promise<StoredNotice[]> {
  const storedNotices: unknown = await createAcknowledgedCookie(request).parse(request.headers.get('cookie'))
  return Array.isArray(storedNotices)
    ? storedNotices.filter((entry) => typeof entry?.path === 'string' && typeof entry.notice === 'string')
    : []
}

function findNoticeForPath(request: Request, storedNotices: readonly (Partial<StoredNotice> | null)[]): FlashNotice | undefined {
  const storedNotice = storedNotices.find((entry) => entry?.path === new URL(request.url).pathname)
  if (typeof storedNotice?.notice !== 'string') return undefined
  return { notice: storedNotice.notice, ...(typeof storedNotice.about === 'string' && { about: storedNotice.about }) }
}

/** The cookie for the next page's notice (P-129). It holds nothing private and lasts 60 seconds. */
function createNoticeCookie(request: Request) {
  return createNamedCookie(request, 'rankstead.notice', 60)
}

/** The cookie for repeated acknowledgments. It holds nothing private. */
function createAcknowledgedCookie(request: Request) {
  return createNamedCookie(request, 'rankstead.said', ACKNOWLEDGED_MAX_AGE_SECONDS)
}

function createNamedCookie({ url }: Request, name: string, maxAge: number) {
  const secure = url.startsWith('https:')
  return createCookie(secure ? `__Host-${name}` : name, { httpOnly: true, sameSite: 'lax', path: '/', maxAge, secure })
}
