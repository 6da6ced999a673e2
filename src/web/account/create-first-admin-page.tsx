import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { createFirstAdminEndpoint, getSetupStateEndpoint } from '#contract/people/first-admin-setup.ts'
import { USER_RECORD_LABEL } from '#contract/people/user-role-records.ts'
import { createFormAction } from '../forms/form-action.ts'
import { SingleFormPage } from '../forms/single-form-page.tsx'
import { NoindexHead } from '../layout/noindex-head.tsx'
import { getPageRequestContext } from '../page-request-context.ts'
import { useRootData } from '../root-route.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { newPasswordField, usernameField } from './credential-form-fields.ts'

const fields = {
  code: {
    label: 'Set-up code',
    type: 'text',
    autoComplete: 'off',
    required: true,
    help: 'The server prints a link with this code when it starts, or the name of a file that has it.',
  },
  email: usernameField,
  password: newPasswordField,
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { needsAdmin } = await getPageRequestContext(context).call(getSetupStateEndpoint, {})
  return { needsAdmin, code: new URL(request.url).searchParams.get('code') ?? '' }
}

export const action = createFormAction(fields, async ({ call, values }) => {
  await call(createFirstAdminEndpoint, { body: values })
  return redirect('/admin', 303)
})

/** `/add-user` for people who aren't admins. The first admin is created here with the one-time code (P-75). */
export function Page() {
  const { needsAdmin, code } = useLoaderData<typeof loader>()
  if (!needsAdmin) return <AdminsOnly />
  return (
    <SingleFormPage
      title="Create the first admin"
      lead="This site has no admin yet. You create the first one once, with the link that the server gave when it started."
      submitLabel="Create the first admin"
      busyLabel="Creating the account…"
      initialValues={{ code }}
      fields={fields}
    />
  )
}

/** What people who aren't admins read on a page that is open to anyone (P-74). */
function AdminsOnly() {
  const { viewer } = useRootData()
  return (
    <main id="main" tabIndex={-1} className="container account">
      <NoindexHead title={USER_RECORD_LABEL} />
      <h1 className="h1">{USER_RECORD_LABEL}</h1>
      <p className="lead">Only an admin can add or change admin users.</p>
      {viewer.kind === 'visitor' && <LinkButton href="/login?from=%2Fadd-user">Log in as an admin</LinkButton>}
      {viewer.kind === 'customer' && viewer.mustSetUpSecondFactor && (
        <LinkButton href="/account?from=%2Fadd-user#second-factor">
          You’re an admin: set up two-step verification first
        </LinkButton>
      )}
      {viewer.kind === 'customer' && !viewer.mustSetUpSecondFactor && (
        <LinkButton href="/dashboard">Go to your dashboard</LinkButton>
      )}
    </main>
  )
}
