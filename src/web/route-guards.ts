import { type LoaderFunction, type LoaderFunctionArgs, type RouteObject, redirectDocument } from 'react-router'
import { isNotLoggedInError, UserError } from '../contract/core/user-error.ts'
import type { RouteHandle, SaveForm, SitePage } from './site-page.ts'
import { getVisit } from './visit-context.ts'

/** The exact text for a signed-in person who is no admin (P-67). */
export const NO_PERMISSION = "You don't have any permission"

/** In the address of the login page: the session has ended. */
export const SESSION_ENDED_PARAM = 'ended'

/**
 * A loader or action that runs only for those who may see the page. Signed-out people go to the
 * login page, which brings them back; a refused call inside means the same as the guard itself. `keep`: what they had
 * typed is not lost.
 */
export function withAccessGuard(
  { access, accepts }: Pick<SitePage, 'access' | 'accepts'>,
  runLoader: LoaderFunction = () => null,
  keep?: SaveForm,
): LoaderFunction {
  return async (args) => {
    if (accepts && !accepts(args.params)) throw createNotFoundError()
    const { viewer, hasEnded } = getVisit(args.context)
    if (access !== 'anyone' && viewer.kind === 'visitor') throw redirectToLogin(args, hasEnded, await keep?.(args))
    if (access === 'admin' && viewer.kind !== 'admin') {
      throw viewer.kind === 'customer' && viewer.mustSetUpSecondFactor
        ? redirectToSecondFactor(args)
        : new UserError(403, NO_PERMISSION)
    }
    try {
      return await runLoader(args)
    } catch (error) {
      // Whoever was known a moment ago is not any more.
      if (isNotLoggedInError(error)) throw redirectToLogin(args, hasEnded || viewer.kind !== 'visitor')
      throw error
    }
  }
}

/** The router's form of a page; the guard runs before any of its data is loaded. */
export function createRoute(page: SitePage): RouteObject {
  return {
    // Named, not counted: the server knows every page, the browser the admin's, and their data must meet.
    id: page.path,
    path: page.path,
    handle: { page } satisfies RouteHandle,
    lazy: async () => {
      const { Page, loader, action, saveForm: keep } = await page.load()
      return { Component: Page, loader: withAccessGuard(page, loader), action: action && withAccessGuard(page, action, keep) }
    },
  }
}

/** For whoever may not know that there is a page, and where there is none. */
export function createNotFoundError(): UserError {
  return new UserError(404, 'There is no page at this address.')
}

/** Where an admin sets up what this site asks its admins for; the page leads back. */
function redirectToSecondFactor({ request }: LoaderFunctionArgs): Response {
  const { pathname, search } = new URL(request.url)
  return redirectDocument(`/account?from=${encodeURIComponent(pathname + search)}#second-factor`)
}

/** The login page brings people back, and says why they are there to whoever was logged in. */
function redirectToLogin({ request }: LoaderFunctionArgs, hasEnded = false, cookie?: string): Response {
  const { pathname, search } = new URL(request.url)
  // A full load: the browser's router knows its own area only, and the login page is none of it.
  const to = `/login?from=${encodeURIComponent(pathname + search)}${hasEnded ? `&${SESSION_ENDED_PARAM}` : ''}`
  return redirectDocument(to, cookie ? { headers: { 'set-cookie': cookie } } : {})
}
