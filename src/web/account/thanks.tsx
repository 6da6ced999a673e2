import { UnlistedMeta } from '../layout/page-meta.tsx'
import { LinkButton } from '../ui/link-button.tsx'

/** After somebody asked for a link (spec section 2). The same words for everybody: they must not tell who has an account. */
export function Page() {
  return (
    <main id="main" tabIndex={-1} className="container account">
      <UnlistedMeta title="Thank You" />
      <h1 className="h1">Thank You</h1>
      <p className="lead">A link was sent to the inbox of the address you gave, if that address has an account here.</p>
      <p>
        Nothing there after a few minutes? Look among the spam, or <a href="/reset">ask once more</a>.
      </p>
      <LinkButton href="/">Back Home</LinkButton>
    </main>
  )
}
