import { createCookie, redirect } from 'react-router'
import { PREVIEW_COOKIE_NAME } from '../contract/core/page-rendering.ts'

/** How long a preview goes on that nobody ends, in seconds. */
const MAX_AGE_SECONDS = 60 * 60

/** Sends the browser to `path`; until the preview ends it shows an admin the public pages with the draft. */
export function startPreview(request: Request, path: string): Promise<Response> {
  return redirectWithPreviewCookie(request, path, MAX_AGE_SECONDS)
}

export function endPreview(request: Request, path: string): Promise<Response> {
  return redirectWithPreviewCookie(request, path, 0)
}

/** The cookie grants nothing: it is heeded in requests of admins alone. */
async function redirectWithPreviewCookie({ url }: Request, path: string, maxAge: number): Promise<Response> {
  const secure = url.startsWith('https:')
  const name = secure ? `__Host-${PREVIEW_COOKIE_NAME}` : PREVIEW_COOKIE_NAME
  const cookie = createCookie(name, { httpOnly: true, sameSite: 'lax', path: '/', maxAge, secure })
  return redirect(path, { status: 303, headers: { 'set-cookie': await cookie.serialize('on') } })
}
