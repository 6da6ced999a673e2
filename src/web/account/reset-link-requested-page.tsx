import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { accountActionConfirmationCopy } from '#contract/content/kinds/account-action-confirmation-copy.ts'
import { FormSuccessPage } from '../forms/form-success-page.tsx'
import { loadCopy } from '../page-content.ts'
import { getPageRequestContext } from '../page-request-context.ts'

export function loader({ context }: LoaderFunctionArgs) {
  return loadCopy(getPageRequestContext(context).call, accountActionConfirmationCopy)
}

/** Shows the page after a reset request. It doesn't reveal whether an account exists (P-57). */
export function Page() {
  const { resetHeading, resetSent, resetNext, resetAgainLink } = useLoaderData<typeof loader>()
  return (
    <FormSuccessPage heading={resetHeading} notice={resetSent} next={resetNext}>
      <p className="elsewhere">
        <a href="/reset">{resetAgainLink}</a>
      </p>
    </FormSuccessPage>
  )
}
