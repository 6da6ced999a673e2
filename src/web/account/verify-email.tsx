import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData, useSearchParams } from 'react-router'
import { resendVerification, verifyEmail } from '../../contract/passwords.ts'
import { UnlistedMeta } from '../layout/unlisted-meta.tsx'
import { followLink, MailedLink } from '../public/mailed-link.tsx'
import { visitOf } from '../visit.ts'

const TITLE = 'Confirm your email address'

export function loader({ context }: LoaderFunctionArgs): string {
  const { viewer } = visitOf(context)
  return viewer.kind === 'visitor' ? '' : viewer.email
}

/** With a mailed link's token confirms the address; without one mails another link. */
export async function action(args: ActionFunctionArgs) {
  if (new URL(args.request.url).searchParams.has('token')) return followLink(verifyEmail, args)
  await visitOf(args.context).call(resendVerification, { body: {} })
  return redirect('/thanks', 303)
}

/** Where the mailed link leads: opening it changes nothing, its button does. */
export function Page() {
  const email = useLoaderData<string>()
  if (!useSearchParams()[0].has('token')) {
    return (
      <main id="main" tabIndex={-1} className="container account">
        <UnlistedMeta title={TITLE} />
        <h1 className="h1">{TITLE}</h1>
        <p className="lead">We can send a link to {email}.</p>
        <SendAnother />
      </main>
    )
  }
  return (
    <MailedLink
      title={TITLE}
      lead={`One press, and we know that ${email} is yours.`}
      submit="Confirm my address"
      busy="Confirming…"
      next="You need not do this again."
      otherwise={<SendAnother />}
    />
  )
}

function SendAnother() {
  return (
    <form method="post" action="/verify-email" data-busy="Sending…">
      <button type="submit" className="button">
        Send a new link
      </button>
    </form>
  )
}
