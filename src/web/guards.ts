import { type LoaderFunction, type LoaderFunctionArgs, type RouteObject, redirectDocument } from 'react-router'
import { isLoggedOut, Refusal } from '../contract/grammar/refusal.ts'
import type { KeepForm, PageHandle, SitePage } from './page.ts'
import { visitOf } from './visit.ts'

/** Spec section 8, for a signed-in person who is no admin. */
export const NO_PERMISSION = "You don't have any permission"

/** In the address of the login page: the session has ended. */
export const ENDED = 'ended'

/**
 * A loader or action that runs only for those who may see the page. Signed-out people go to the
 * login page, which brings them back; a refused call inside means the same as the guard itself. `keep`: what they had
 * typed is not lost.
 */
export function guarded(
  { access, accepts }: Pick<SitePage, 'access' | 'accepts'>,
  run: LoaderFunction = () => null,
  keep?: KeepForm,
): LoaderFunction {
  return async (args) => {
    if (accepts && !accepts(args.params)) throw noSuchPage()
    const { viewer, hasEnded } = visitOf(args.context)
    if (access !== 'anyone' && viewer.kind === 'visitor') throw toLogin(args, hasEnded, await keep?.(args))
    if (access === 'admin' && viewer.kind !== 'admin') {
      throw viewer.kind === 'customer' && viewer.mustSetUpSecondFactor ? toSecondFactor(args) : new Refusal(403, NO_PERMISSION)
    }
    try {
      return await run(args)
    } catch (error) {
      // Whoever was known a moment ago is not any more.
      if (isLoggedOut(error)) throw toLogin(args, hasEnded || viewer.kind !== 'visitor')
      throw error
    }
  }
}

/** The router's form of a page; the guard runs before any of its data is loaded. */
export function routeOf(page: SitePage): RouteObject {
  return {
    // Named, not counted: the server knows every page, the browser the admin's, and their data must meet.
    id: page.path,
    path: page.path,
    handle: { page } satisfies PageHandle,
    lazy: async () => {
      const { Page, loader, action, keep } = await page.load()
      return { Component: Page, loader: guarded(page, loader), action: action && guarded(page, action, keep) }
    },
  }
}

/** For whoever may not know that there is a page, and where there is none. */
export function noSuchPage(): Refusal {
  return new Refusal(404, 'There is no page at this address.')
}

/** Where an admin sets up what this site asks its admins for; the page leads back. */
function toSecondFactor({ request }: LoaderFunctionArgs): Response {
  const { pathname, search } = new URL(request.url)
  return redirectDocument(`/account?from=${encodeURIComponent(pathname + search)}#second-factor`)
}

/** The login page brings people back, and says why they are there to whoever was logged in. */
function toLogin({ request }: LoaderFunctionArgs, hasEnded = false, cookie?: string): Response {
  const { pathname, search } = new URL(request.url)
  // A full load: the browser's router knows its own area only, and the login page is none of it.
  const to = `/login?from=${encodeURIComponent(pathname + search)}${hasEnded ? `&${ENDED}` : ''}`
  return redirectDocument(to, cookie ? { headers: { 'set-cookie': cookie } } : {})
}
