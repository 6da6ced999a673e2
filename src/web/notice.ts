import { createCookie, data, redirect } from 'react-router'

/** Sends the browser to `path` with a notice to be shown there once. */
export async function redirectWithNotice(request: Request, path: string, notice: string): Promise<Response> {
  return redirect(path, { status: 303, headers: { 'set-cookie': await cookieFor(request).serialize(notice) } })
}

/** The notice that came with this request, if any. */
export async function readNotice(request: Request): Promise<string | undefined> {
  const notice: unknown = await cookieFor(request).parse(request.headers.get('cookie'))
  return typeof notice === 'string' ? notice : undefined
}

/** A loader's answer that shows the notice, beside whatever else it has, and forgets it. */
export async function withNotice<More extends object>(request: Request, notice: string, more?: More) {
  return data({ ...more, notice }, { headers: { 'set-cookie': await cookieFor(request).serialize('', { maxAge: 0 }) } })
}

/** One sentence for the next page and no other (design decision 3). It holds nothing private. */
function cookieFor({ url }: Request) {
  const secure = url.startsWith('https:')
  const name = 'rankstead.notice'
  return createCookie(secure ? `__Host-${name}` : name, { httpOnly: true, sameSite: 'lax', path: '/', maxAge: 60, secure })
}
