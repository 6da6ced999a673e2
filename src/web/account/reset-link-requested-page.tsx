import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { accountCopy } from '../../contract/content/kinds/account-copy.ts'
import type { CopyText } from '../../contract/core/copy-kind.ts'
import { FormSuccessPage } from '../forms/form-success-page.tsx'
import { loadCopy } from '../load-page-content.ts'
import { getVisit } from '../visit-context.ts'

export function loader({ context }: LoaderFunctionArgs): Promise<CopyText<typeof accountCopy>> {
  return loadCopy(getVisit(context).call, accountCopy)
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
