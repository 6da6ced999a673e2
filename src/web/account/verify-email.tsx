import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData, useSearchParams } from 'react-router'
import { resendVerification, verifyEmail } from '../../contract/passwords.ts'
import { DocumentForm } from '../forms/document-form.tsx'
import { type FormAnswer, formAction } from '../forms/form-action.ts'
import { ErrorSummary, SuccessNotice } from '../forms/form-answer.tsx'
import { UnlistedMeta } from '../layout/page-meta.tsx'
import { type Notice, readNotice, redirectWithNotice, withNotice } from '../notice.ts'
import { linkAction, MailedLink } from '../public/mailed-link.tsx'
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
export function action(args: ActionFunctionArgs) {
  return new URL(args.request.url).searchParams.has('token') ? confirm(args) : sendAnother(args)
}

const confirm = linkAction(verifyEmail)

const sendAnother = formAction({}, async ({ call, request }) => {
  const { message } = await call(resendVerification, { body: {} })
  return redirectWithNotice(request, '/verify-email', message)
})

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
  const answer = useActionData<FormAnswer>()
  return (
    <main id="main" tabIndex={-1} className="container account">
      <UnlistedMeta title={TITLE} hasProblem={answer !== undefined} />
      {answer && <ErrorSummary answer={answer} names={[]} />}
      <SuccessNotice notice={notice} />
      <h1 className="h1">{TITLE}</h1>
      <p className="lead">We can send a link to {email}.</p>
      <SendAnother />
    </main>
  )
}

function SendAnother() {
  return (
    <DocumentForm action="/verify-email" busy="Sending…" isPlain>
      <button type="submit" className="button">
        Send a new link
      </button>
    </DocumentForm>
  )
}
