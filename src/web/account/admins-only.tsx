import { UnlistedMeta } from '../layout/unlisted-meta.tsx'
import { useRoot } from '../root.tsx'
import { LinkButton } from '../ui/link-button.tsx'

type Props = { title: string; path: string; sentence: string }

/** What somebody who is no admin reads at an address that the specification leaves open (design decision 4). */
export function AdminsOnly({ title, path, sentence }: Props) {
  const { viewer } = useRoot()
  const from = encodeURIComponent(path)
  return (
    <main id="main" tabIndex={-1} className="container account">
      <UnlistedMeta title={title} />
      <h1 className="h1">{title}</h1>
      <p className="lead">{sentence}</p>
      {viewer.kind === 'visitor' && <LinkButton href={`/login?from=${from}`}>Log in as an admin</LinkButton>}
      {viewer.kind === 'customer' && viewer.mustSetUpSecondFactor && (
        <LinkButton href={`/account?from=${from}#second-factor`}>You are one: set up your second factor first</LinkButton>
      )}
      {viewer.kind === 'customer' && !viewer.mustSetUpSecondFactor && (
        <LinkButton href="/dashboard">Go to your dashboard</LinkButton>
      )}
    </main>
  )
}
