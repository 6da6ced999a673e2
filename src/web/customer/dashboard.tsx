import { DocumentForm } from '../forms/document-form.tsx'
import { UnlistedMeta } from '../layout/unlisted-meta.tsx'
import { useRoot } from '../root.tsx'
import { LinkButton } from '../ui/link-button.tsx'

/** Where people land after they log in (spec section 2), admins too: their way on comes first. Orders get their place here with ordering itself. */
export function Page() {
  const { viewer } = useRoot()
  const isAdmin = viewer.kind === 'admin' || (viewer.kind === 'customer' && viewer.mustSetUpSecondFactor)
  return (
    <main id="main" tabIndex={-1} className="container account">
      <UnlistedMeta title="Dashboard" />
      {isAdmin && (
        <div className="account-acts">
          <LinkButton href="/setting">Admin area</LinkButton>
        </div>
      )}
      <h1 className="h1">Welcome to User Dashboard</h1>
      <p className="lead">{viewer.kind !== 'visitor' && `You are logged in as ${viewer.email}.`}</p>
      <div className="account-acts">
        <LinkButton href="/#pricing-sec" look={isAdmin ? 'outline' : 'filled'}>
          See packages
        </LinkButton>
        <DocumentForm action="/sign-out" isPlain>
          <button type="submit" className="button button-outline">
            Signout
          </button>
        </DocumentForm>
      </div>
      <p>
        <a href="/account">Your account</a>: password, second step and the places where you are logged in.
      </p>
    </main>
  )
}
