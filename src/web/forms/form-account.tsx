import { createContext, useContext } from 'react'
import { type ActionFunctionArgs, data } from 'react-router'
import { ACCOUNT_FIELD } from '#contract/core/page-rendering-interface.ts'
import { assertAccountOfPage } from '#contract/core/user-error.ts'
import type { SaveFormBeforeLogin } from '../define-page.ts'
import { getPageRequestContext } from '../page-request-context.ts'

/** The account that a page was rendered for, and the page's query. Undefined on pages that anyone may open. */
export const FormAccountContext = createContext<{ userId: string; search: string } | undefined>(undefined)

/** Names the account in a form, so that another account's session can't send it. */
export function AccountField() {
  const account = useContext(FormAccountContext)
  return account && <input type="hidden" name={ACCOUNT_FIELD} value={account.userId} />
}

/** Adds the account to the action of a form with a file: the server must know it before it reads the body. */
export function useFormAction(action: string | undefined, hasFile: boolean): string | undefined {
  const account = useContext(FormAccountContext)
  if (!account || !hasFile) return action
  const [path = '', query] = (action ?? account.search).split('?')
  const params = new URLSearchParams(query)
  params.set(ACCOUNT_FIELD, account.userId)
  return `${path}?${params}`
}

/**
 * Throws the error page for a form of another account. The reply never shows what was typed: `save` keeps it for the
 * account that typed it.
 */
export async function refuseFormOfOtherAccount(args: ActionFunctionArgs, save?: SaveFormBeforeLogin): Promise<void> {
  const { viewer, readFileForm } = getPageRequestContext(args.context)
  // The server compared the account of a form with a file.
  if (viewer.kind === 'visitor' || readFileForm) return
  const form = await args.request
    .clone()
    .formData()
    .catch(() => undefined)
  try {
    assertAccountOfPage(form?.get(ACCOUNT_FIELD), viewer)
  } catch (error) {
    const cookie = await save?.({ ...args, request: args.request.clone() })
    throw data(error, { status: 409, ...(cookie && { headers: { 'set-cookie': cookie } }) })
  }
}
