import { type LoaderFunctionArgs, useLocation } from 'react-router'
import { noSuchPage } from '../guards.ts'
import { UnlistedMeta } from '../layout/unlisted-meta.tsx'
import { visitOf } from '../visit.ts'

/** Only admins learn which pages are still to come; for everybody else they do not exist. */
export function loader({ context }: LoaderFunctionArgs) {
  if (visitOf(context).viewer.kind !== 'admin') throw noSuchPage()
  return null
}

export function Page() {
  const { pathname } = useLocation()
  return (
    <main id="main" className="container section">
      <UnlistedMeta title="Not built yet" />
      <h1>Not built yet</h1>
      <p>
        The page <code>{pathname}</code> is planned. Only admins see this note. What can be edited already is under{' '}
        <a href="/setting">Setting</a>.
      </p>
    </main>
  )
}
