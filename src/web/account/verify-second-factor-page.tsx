import { type LoaderFunctionArgs, redirect } from 'react-router'
import { isUserError } from '#contract/core/user-error.ts'
import { verifyAppCodeEndpoint, verifyRecoveryCodeEndpoint } from '#contract/people/second-factor.ts'
import { redirectWithFlashNotice } from '../flash-notices.ts'
import { createFormAction } from '../forms/form-action.ts'
import { SingleFormPage } from '../forms/single-form-page.tsx'
import { getPageRequestContext } from '../page-request-context.ts'
import { appendReturnPath, getReturnPath, useReturnPath } from '../return-path.ts'
import { oneTimeCodeField } from './credential-form-fields.ts'

const DEFAULT_PATH = '/dashboard'

const fields = {
  code: {
    ...oneTimeCodeField,
    help: 'The 6-digit code in your app. Don’t have your phone? Enter a recovery code.',
    inputMode: undefined,
  },
}

export function loader({ context, request }: LoaderFunctionArgs) {
  return getPageRequestContext(context).viewer.kind === 'visitor' ? null : redirect(getReturnPath(request) ?? DEFAULT_PATH)
}

/** Checks the second step of a sign-in. The one field takes both codes: six digits mean an app code. */
export const action = createFormAction(fields, async ({ call, values: { code }, request }) => {
  const isAppCode = /^\d{6}$/.test(code.replace(/[\s-]/g, '')) || code.trim() === ''
  try {
    await call(isAppCode ? verifyAppCodeEndpoint : verifyRecoveryCodeEndpoint, { body: { code } })
  } catch (error) {
    if (!isUserError(error) || error.status !== 401) throw error
    return redirectWithFlashNotice(request, appendReturnPath('/login', getReturnPath(request)), error.message)
  }
  return redirect(getReturnPath(request) ?? DEFAULT_PATH, 303)
})

export function Page() {
  const returnPath = useReturnPath()
  return (
    <SingleFormPage
      title="Enter your code"
      lead="Your account asks for a code as well as your password."
      submitLabel="Log in"
      busyLabel="Logging in…"
      fields={fields}
    >
      <p className="elsewhere">
        Not you? <a href={appendReturnPath('/login', returnPath)}>Log in again</a>
      </p>
    </SingleFormPage>
  )
}
