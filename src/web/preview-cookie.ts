import { createCookie, redirect } from 'react-router'
import { PREVIEW_COOKIE_NAME } from '../contract/core/page-rendering.ts'

/** How long a preview lasts unless the admin ends it, in seconds. */
const MAX_AGE_SECONDS = 60 * 60

/** Redirects to `path` and starts the preview: the admin then sees public pages with the staged changes. */
export function startPreview(request: Request, path: string): Promise<Response> {
  return redirectWithPreviewCookie(request, path, MAX_AGE_SECONDS)
}

export function endPreview(request: Request, path: string): Promise<Response> {
  return redirectWithPreviewCookie(request, path, 0)
}

/** Sets or clears the cookie. It grants no rights: the server reads it only from admins. */
async function redirectWithPreviewCookie({ url }: Request, path: string, maxAge: number): Promise<Response> {
  const secure = url.startsWith('https:')
  const name = secure ? `__Host-${PREVIEW_COOKIE_NAME}` : PREVIEW_COOKIE_NAME
  const cookie = createCookie(name, { httpOnly: true, sameSite: 'lax', path: '/', maxAge, secure })
  return redirect(path, { status: 303, headers: { 'set-cookie': await cookie.serialize('on') } })
}
