import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData, useSearchParams } from 'react-router'
import { accountWords } from '../../contract/content/kinds/account-words.ts'
import type { WordsOf } from '../../contract/grammar/words.ts'
import { resendVerification, verifyEmail } from '../../contract/people/passwords.ts'
import { Acknowledgement } from '../forms/acknowledgement.tsx'
import { DocumentForm } from '../forms/document-form.tsx'
import { type FormAnswer, formAction } from '../forms/form-action.ts'
import { ErrorSummary, SuccessNotice } from '../forms/form-answer.tsx'
import { LINK_USED, linkAction, MailedLink } from '../forms/mailed-link.tsx'
import { UnlistedMeta } from '../layout/page-meta.tsx'
import { acknowledged, type Notice, readNotice, redirectWithNotice, withNotice } from '../notice.ts'
import { readWords } from '../page-content.ts'
import { visitOf } from '../visit.ts'

const TITLE = 'Confirm your email address'

type Loaded = { email: string; words?: WordsOf<typeof accountWords> } & Partial<Notice>

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { viewer, call } = visitOf(context)
  const loaded: Loaded = { email: viewer.kind === 'visitor' ? '' : viewer.email }
  if (new URL(request.url).searchParams.has('token')) return loaded
  const notice = await readNotice(request)
  if (notice && notice.about !== LINK_USED) return withNotice(request, notice, loaded)
  return (await acknowledged(request, async () => ({ ...loaded, words: await readWords(call, accountWords) }))) ?? loaded
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
  const { email, words, notice } = useLoaderData<Loaded>()
  const hasToken = useSearchParams()[0].has('token')
  if (words && notice) {
    const { confirmedHeading, confirmedNext, confirmedLink } = words
    const way = { href: '/dashboard', text: confirmedLink }
    return <Acknowledgement heading={confirmedHeading} notice={notice} next={confirmedNext} way={way} />
  }
  if (!hasToken) return <AskForLink />
  return (
    <MailedLink
      title={TITLE}
      lead={`Press the button to confirm that ${email} is yours.`}
      submit="Confirm my address"
      busy="Confirming…"
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
      <h1 className="h1">{TITLE}</h1>
      <SuccessNotice notice={notice} />
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
