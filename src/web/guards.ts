import { type LoaderFunction, type LoaderFunctionArgs, redirect } from 'react-router'
import type { Access } from '../contract/endpoint.ts'
import { isRefusal, Refusal } from '../contract/refusal.ts'
import { visitOf } from './visit.ts'

/** Spec section 8, for a signed-in person who is no admin. */
export const NO_PERMISSION = "You don't have any permission"

/**
 * A loader or action that runs only for those who may see the page. Signed-out people go to the
 * login page, which brings them back; a refused call inside means the same as the guard itself.
 */
export function guarded(access: Access, run: LoaderFunction = () => null): LoaderFunction {
  return async (args) => {
    const { viewer } = visitOf(args.context)
    if (access !== 'anyone' && viewer.kind === 'visitor') throw toLogin(args)
    if (access === 'admin' && viewer.kind !== 'admin') throw new Refusal(403, NO_PERMISSION)
    try {
      return await run(args)
    } catch (error) {
      if (isRefusal(error) && error.status === 401) throw toLogin(args)
      throw error
    }
  }
}

function toLogin({ request }: LoaderFunctionArgs): Response {
  const { pathname, search } = new URL(request.url)
  return redirect(`/login?from=${encodeURIComponent(pathname + search)}`)
}
