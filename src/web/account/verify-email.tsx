import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData, useSearchParams } from 'react-router'
import { resendVerification, verifyEmail } from '../../contract/passwords.ts'
import { type Answer, answerOf } from '../forms/answer.ts'
import { ProblemSummary } from '../forms/problem-summary.tsx'
import { UnlistedMeta } from '../layout/unlisted-meta.tsx'
import { type Notice, readNotice, redirectWithNotice, withNotice } from '../notice.ts'
import { followLink, MailedLink } from '../public/mailed-link.tsx'
import { visitOf } from '../visit.ts'

const TITLE = 'Confirm your email address'

type Loaded = { email: string } & Partial<Notice>

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { viewer } = visitOf(context)
  const loaded: Loaded = { email: viewer.kind === 'visitor' ? '' : viewer.email }
  const notice = await readNotice(request)
  return notice ? withNotice(request, notice, loaded) : loaded
}

/** With a mailed link's token confirms the address; without one mails another link, and says on the page what was done. */
export async function action(args: ActionFunctionArgs) {
  const { context, request } = args
  if (new URL(request.url).searchParams.has('token')) return followLink(verifyEmail, args)
  try {
    const { message } = await visitOf(context).call(resendVerification, { body: {} })
    return await redirectWithNotice(request, '/verify-email', message)
  } catch (error) {
    return answerOf(error, {})
  }
}

/** Where the mailed link leads: opening it changes nothing, its button does. */
export function Page() {
  const { email } = useLoaderData<Loaded>()
  if (!useSearchParams()[0].has('token')) return <AskForLink />
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

function AskForLink() {
  const { email, notice } = useLoaderData<Loaded>()
  const answer = useActionData<Answer>()
  return (
    <main id="main" tabIndex={-1} className="container account">
      <UnlistedMeta title={TITLE} hasProblem={answer !== undefined} />
      {answer && <ProblemSummary answer={answer} names={[]} />}
      {notice && (
        <p role="status" className="good-news">
          {notice}
        </p>
      )}
      <h1 className="h1">{TITLE}</h1>
      <p className="lead">We can send a link to {email}.</p>
      <SendAnother />
    </main>
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
