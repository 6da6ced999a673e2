import { createCookie, data, redirect } from 'react-router'

/** One sentence for the next page and no other (design decision 3). It holds nothing private. */
const cookie = createCookie('rankstead.notice', { httpOnly: true, sameSite: 'lax', path: '/', maxAge: 60 })

/** Sends the browser to `path` with a notice to be shown there once. */
export async function redirectWithNotice(request: Request, path: string, notice: string): Promise<Response> {
  const secure = request.url.startsWith('https:')
  return redirect(path, { status: 303, headers: { 'set-cookie': await cookie.serialize(notice, { secure }) } })
}

/** The notice that came with this request, if any. */
export async function readNotice(request: Request): Promise<string | undefined> {
  const notice: unknown = await cookie.parse(request.headers.get('cookie'))
  return typeof notice === 'string' ? notice : undefined
}

/** A loader's answer that shows the notice and forgets it. */
export async function withNotice(notice: string) {
  return data({ notice }, { headers: { 'set-cookie': await cookie.serialize('', { maxAge: 0 }) } })
}
