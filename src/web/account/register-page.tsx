import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { getPublicPage } from '#contract/core/public-pages.ts'
import { signUpEndpoint } from '#contract/people/authentication.ts'
import { createNamedFormsAction, defineForm } from '../forms/form-action.ts'
import { SingleFormPage } from '../forms/single-form-page.tsx'
import { useSiteFrameContent } from '../layout/use-site-frame-content.ts'
import { isPagePublished } from '../page-content.ts'
import { getPageRequestContext } from '../page-request-context.ts'
import { appendReturnPath, getPathAfterRegistration, getReturnPath, useReturnPath } from '../return-path.ts'
import { loadSelectedPackageLabel } from '../selected-package-label.ts'
import { CheckoutSteps } from '../ui/checkout-steps.tsx'
import { LogInChoice } from './account-choice.tsx'
import { registerFormFields } from './credential-form-fields.ts'
import { GoogleSignInChoice } from './google-sign-in.tsx'

/** Redirects signed-in people. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { viewer, call } = getPageRequestContext(context)
  const returnPath = getReturnPath(request)
  if (viewer.kind !== 'visitor') return redirect(returnPath ?? '/dashboard')
  return { selectedPackage: await loadSelectedPackageLabel(call, returnPath) }
}

/** Leads to the same page for a new and for a known email (docs/decisions/0009). */
export const action = createNamedFormsAction({
  register: defineForm(registerFormFields, async ({ call, values, request }) => {
    await call(signUpEndpoint, { body: values })
    return redirect(getPathAfterRegistration(getReturnPath(request)), 303)
  }),
})

export function Page() {
  const returnPath = useReturnPath()
  const { selectedPackage } = useLoaderData<typeof loader>()
  const { content } = useSiteFrameContent()
  const links = [
    isPagePublished('Privacy', content) && (
      <>
        <a href={getPublicPage('Privacy').path}>Privacy</a> page for what we keep about you
      </>
    ),
    isPagePublished('Terms', content) && (
      <>
        <a href={getPublicPage('Terms').path}>Terms</a> for what you agree to when you order
      </>
    ),
  ].filter(Boolean)
  return (
    <SingleFormPage
      name="register"
      action={appendReturnPath('/register', returnPath)}
      title={selectedPackage ? `Create your account to order ${selectedPackage}` : 'Register'}
      lead={
        selectedPackage
          ? 'An account is free. You won’t be charged yet. After either one, you continue to your order.'
          : 'To order a package and follow its progress. An account is free.'
      }
      steps={selectedPackage && <CheckoutSteps current="Account" />}
      submitLabel={selectedPackage ? 'Create account' : 'Register'}
      busyLabel="Creating your account…"
      fields={registerFormFields}
      secondChoice={selectedPackage && <LogInChoice />}
    >
      <GoogleSignInChoice from={returnPath} />
      {!selectedPackage && (
        <p className="elsewhere">
          Already have an account? <a href={appendReturnPath('/login', returnPath)}>Log in</a>
        </p>
      )}
      {links.length > 0 && (
        <p className="small-print">
          See our {links[0]}
          {links[1] && <>, and {links[1]}</>}.
        </p>
      )}
    </SingleFormPage>
  )
}
