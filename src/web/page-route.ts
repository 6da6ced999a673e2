import {
  type ActionFunction,
  type LoaderFunction,
  type LoaderFunctionArgs,
  type RouteObject,
  redirectDocument,
} from 'react-router'
import { isNotLoggedInError, UserError } from '#contract/core/user-error.ts'
import type { DeclaredPage, PageRouteHandle, PageRouteModule, SaveFormBeforeLogin } from './define-page.ts'
import { refuseFormOfOtherAccount } from './forms/form-account.tsx'
import { getPageRequestContext } from './page-request-context.ts'

/** The exact text for a signed-in person without rights (P-67). */
export const NO_PERMISSION_MESSAGE = "You don't have any permission"

/** Query parameter of the login page: the session has ended. */
export const SESSION_ENDED_PARAM = 'ended'

/**
 * Wraps a loader or action so that it runs only for people who may see the page. Redirects signed-out people
 * to the login page, which brings them back (P-52). A call inside that answers 401 redirects too.
 * `saveFormBeforeLogin` keeps the typed text during the login.
 */
export function withAccessGuard(
  { access, accepts }: Pick<DeclaredPage, 'access' | 'accepts'>,
  runLoader: LoaderFunction = () => null,
  saveFormBeforeLogin?: SaveFormBeforeLogin,
): LoaderFunction {
  return async (args) => {
    if (accepts && !accepts(args.params)) throw createNotFoundError()
    const { viewer, hasEnded } = getPageRequestContext(args.context)
    if (access !== 'anyone' && viewer.kind === 'visitor') throw redirectToLogin(args, hasEnded, await saveFormBeforeLogin?.(args))
    if (access === 'admin' && viewer.kind !== 'admin') {
      throw viewer.kind === 'customer' && viewer.mustSetUpSecondFactor
        ? redirectToSecondFactor(args)
        : new UserError(403, NO_PERMISSION_MESSAGE)
    }
    try {
      return await runLoader(args)
    } catch (error) {
      // The session ended while the request ran.
      if (isNotLoggedInError(error)) throw redirectToLogin(args, hasEnded || viewer.kind !== 'visitor')
      throw error
    }
  }
}

/** Returns the router's route for a page. Its guard runs before the page loads any data. */
export function createPageRoute(page: DeclaredPage): RouteObject {
  return {
    // The server knows all pages and the browser only the admin's: route ids by path match on both sides.
    id: page.path,
    path: page.path,
    handle: { page } satisfies PageRouteHandle,
    lazy: async () => {
      const pageModule = await page.load()
      const { Page, loader, saveFormBeforeLogin } = pageModule
      const action = page.kind === 'hydrated' ? chooseHydratedPageAction(pageModule) : withAccountCheck(pageModule)
      return {
        Component: Page,
        loader: withAccessGuard(page, loader),
        action: action && withAccessGuard(page, action, saveFormBeforeLogin),
      }
    },
  }
}

/** The reply to a browser that posts a form of an admin page itself, for example from a page of the previous version. */
const NEEDS_SCRIPT_MESSAGE = 'The admin area needs JavaScript, so nothing was saved. Turn it on, go back and send the form again.'

/** The forms of a hydrated page run in the browser and make calls. The server answers only those in `documentAction`. */
function chooseHydratedPageAction({ action, documentAction }: PageRouteModule): ActionFunction | undefined {
  if (!import.meta.env.SSR) return action
  return documentAction ?? (() => Promise.reject(new UserError(405, NEEDS_SCRIPT_MESSAGE)))
}

function withAccountCheck({ action, saveFormBeforeLogin }: PageRouteModule): ActionFunction | undefined {
  return (
    action &&
    (async (args) => {
      await refuseFormOfOtherAccount(args, saveFormBeforeLogin)
      return action(args)
    })
  )
}

/** Returns the 404 for a missing page, and for a page whose existence the viewer may not know. */
export function createNotFoundError(): UserError {
  return new UserError(404, 'There’s no page at this address.')
}

/** Redirects to the second-factor settings. Afterward the page leads back. */
function redirectToSecondFactor({ request }: LoaderFunctionArgs): Response {
  const { pathname, search } = new URL(request.url)
  return redirectDocument(`/account?from=${encodeURIComponent(pathname + search)}#second-factor`)
}

/** Redirects to the login page, which brings people back and says whether their session ended. */
function redirectToLogin({ request }: LoaderFunctionArgs, hasEnded = false, cookie?: string): Response {
  const { pathname, search } = new URL(request.url)
  // Loads a full document: the browser's router knows only admin pages.
  const to = `/login?from=${encodeURIComponent(pathname + search)}${hasEnded ? `&${SESSION_ENDED_PARAM}` : ''}`
  return redirectDocument(to, cookie ? { headers: { 'set-cookie': cookie } } : {})
}
